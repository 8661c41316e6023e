/** What is done with an item whose name is taken in the folder that it is to go to. */
export type NameClashChoice = 'keepBoth' | 'replace' | 'skip'

/**
 * A rule is for all of them: `newer` replaces what is older than the item, skips the others, and keeps both where it is
 * not known which is newer.
 */
export const nameClashRules = ['keepBoth', 'newer', 'replace', 'skip'] as const
export type NameClashRule = (typeof nameClashRules)[number]

export type NameClashDecisions = {
  readonly rule: NameClashRule
  /** By id of the clash: what is done with it instead of what the rule says. */
  readonly exceptions: ReadonlyMap<string, NameClashChoice>
}

/** Until the user has decided, both items are kept, because that loses nothing. */
export const defaultNameClashDecisions: NameClashDecisions = {
  rule: 'keepBoth',
  exceptions: new Map(),
}

type Item = { readonly isFolder: boolean }
/** `updatedAt`: when it was changed, null while that is not known. */
type DatedItem = Item & { readonly updatedAt: number | null }

/** The choices for an item whose name another one has; `present` is missing while that is not known. */
function nameClashChoices(coming: Item, present: Item | undefined | null): NameClashChoice[] {
  // Replacing a folder would take everything in it away.
  const canReplace = present && !coming.isFolder && !present.isFolder
  return canReplace ? ['keepBoth', 'replace', 'skip'] : ['keepBoth', 'skip']
}

/** What a rule says about one item. What cannot replace anything is kept beside what is there. */
function choiceByRule(
  rule: NameClashRule,
  coming: DatedItem,
  present: DatedItem | undefined | null,
): NameClashChoice {
  if (rule === 'skip' || rule === 'keepBoth') return rule
  if (!present || !nameClashChoices(coming, present).includes('replace')) return 'keepBoth'
  if (rule === 'replace') return 'replace'
  if (coming.updatedAt === null || present.updatedAt === null) return 'keepBoth'
  return coming.updatedAt > present.updatedAt ? 'replace' : 'skip'
}

/** `id` of the existing item: where the service has it. */
export type DatedClash = {
  readonly id: string
  readonly item: DatedItem
  readonly existing: (DatedItem & { readonly id?: string | undefined }) | undefined | null
}

/** What is done with clashes, by their ids. */
export type DecidedClashes = ReadonlyMap<string, { readonly choice: NameClashChoice }>

/** What the user has decided about clashes, and the rule for names that are found to be taken later. */
export type DecidedNameClashes = {
  readonly rule: NameClashRule
  readonly decided: DecidedClashes
}

/**
 * What is done with each of these clashes, and what else could be, by id. A file is replaced once, and not by itself: a
 * second item of its name is kept beside the first, which has the place by then.
 */
export function decideClashChoices(
  { rule, exceptions }: NameClashDecisions,
  clashes: readonly DatedClash[],
) {
  const replacedIds = new Set<string>()
  const decided = new Map<
    string,
    { readonly choice: NameClashChoice; readonly choices: readonly NameClashChoice[] }
  >()
  for (const { id, item, existing } of clashes) {
    const existingId = existing?.id
    const canReplace =
      existingId === undefined || (existingId !== id && !replacedIds.has(existingId))
    const choices = nameClashChoices(item, existing)
    const exception = exceptions.get(id)
    const wanted =
      exception && choices.includes(exception) ? exception : choiceByRule(rule, item, existing)
    const choice = wanted === 'replace' && !canReplace ? 'keepBoth' : wanted
    if (choice === 'replace' && existingId !== undefined) replacedIds.add(existingId)
    decided.set(id, {
      choice,
      choices: canReplace ? choices : choices.filter((each) => each !== 'replace'),
    })
  }
  return decided
}

/** The clashes that go as the rule says, and those for which the user chose to replace what is there instead. */
export function splitClashesByRule<Clash extends DatedClash>(
  rule: NameClashRule,
  decided: DecidedClashes,
  clashes: readonly Clash[],
): { readonly byRule: readonly Clash[]; readonly replacing: readonly Clash[] } {
  const ruled = decideClashChoices({ rule, exceptions: new Map() }, clashes)
  const isByRule = ({ id }: Clash) => decided.get(id)?.choice === ruled.get(id)?.choice
  return {
    byRule: clashes.filter(isByRule),
    replacing: clashes.filter(
      (clash) => !isByRule(clash) && decided.get(clash.id)?.choice === 'replace',
    ),
  }
}

export const countSkippedClashes = (decided: DecidedClashes): number =>
  [...decided.values()].filter(({ choice }) => choice === 'skip').length

export function withClashChoice(
  { rule, exceptions }: NameClashDecisions,
  id: string,
  choice: NameClashChoice,
): NameClashDecisions {
  return { rule, exceptions: new Map(exceptions).set(id, choice) }
}
