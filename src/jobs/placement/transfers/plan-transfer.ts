import { nameOfUri, parentUri, withoutNestedItems } from '#src/contract/uri.ts'
import { createNameLookup, findFreeName, type NameLookup } from '#src/jobs/placement/name-lookup.ts'
import { groupByTarget, type PlacedItem, withWish } from '#src/jobs/placement/wish.ts'
import { nameClashQuestion } from '#src/jobs/questions/name-clash-question.ts'
import { ask } from '#src/jobs/questions/questions.ts'
import { nameClashChoices } from '#src/lib/names/name-clash.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { TransferRequest } from './transfer-request.ts'

type Clash = { readonly item: PlacedItem; readonly existing: FileRow | undefined }

/** Items whose name is taken in the folder, or by another of the items. */
async function findClashes(items: readonly PlacedItem[], lookUp: NameLookup): Promise<Clash[]> {
  const names = new Set<string>()
  const clashes: Clash[] = []
  for (const item of items) {
    const existing = await lookUp(item.name)
    if (existing || names.has(item.name)) clashes.push({ item, existing })
    names.add(item.name)
  }
  return clashes
}

const canReplace = ({ item, existing }: Clash): boolean =>
  nameClashChoices(item, existing).includes('replace') && existing?.id !== item.id

/**
 * Finds names that are taken in the target folders and asks what to do about them. `listedIn` has the rows of a folder,
 * where they are known. Copies into the folder of the items get free names without a question. Resolves to undefined when
 * the user cancels or nothing is left; rejects when a folder cannot be read.
 */
export async function planTransfer(
  kind: 'move' | 'copy',
  request: TransferRequest,
  listedIn: (folder: string) => readonly FileRow[] | undefined,
): Promise<TransferRequest | undefined> {
  const planned: PlacedItem[] = []
  for (const [folder = '', items] of groupByTarget(request.items)) {
    const some = await planFolder(kind, folder, items, listedIn(folder))
    if (!some) return undefined
    planned.push(...some)
  }
  return planned.length > 0 ? { ...request, items: planned } : undefined
}

/** Undefined when the user cancels. */
async function planFolder(
  kind: 'move' | 'copy',
  folder: string,
  items: readonly PlacedItem[],
  listed: readonly FileRow[] | undefined,
): Promise<PlacedItem[] | undefined> {
  // What is there already need not be moved, and would conflict with itself (docs/protocol.md §7.5).
  const isThere = ({ uri, wish }: PlacedItem) => parentUri(uri) === folder && !wish?.uncovers
  const some = withoutNestedItems(items)
    .filter((item) => kind === 'copy' || !isThere(item))
    .map((item) => {
      const { toId, uncovers } = item.wish ?? {}
      return withWish(item, { to: folder, toId, uncovers })
    })
  const lookUp = await createNameLookup(folder, some.length, listed)
  const clashes = await findClashes(some, lookUp)
  if (clashes.length === 0) return some
  const isOnlyDuplicating = clashes.every(({ item, existing }) => existing?.id === item.id)
  const answer = isOnlyDuplicating
    ? 'keepBoth'
    : await ask(nameClashQuestion, {
        kind,
        to: nameOfUri(folder),
        clashes: clashes.map(({ item, existing }) => ({ name: item.name, item, existing })),
        total: some.length,
      })
  if (answer === 'cancel') return undefined
  const isFirstOfName = ({ item }: Clash) => some.find(({ name }) => name === item.name) === item
  const taken = new Set(some.map(({ name }) => name))
  const clashOf = new Map(clashes.map((clash) => [clash.item, clash]))
  const planned: PlacedItem[] = []
  for (const item of some) {
    const clash = clashOf.get(item)
    if (!clash) planned.push(item)
    else if (answer === 'replace' && canReplace(clash) && isFirstOfName(clash)) {
      const existingId = clash.existing?.id
      planned.push(withWish(item, { ...item.wish, onClash: 'replace', existingId }))
    } else if (answer !== 'skip') {
      const name = await findFreeName(item, lookUp, taken)
      planned.push(withWish(item, { ...item.wish, name, onClash: 'keepBoth' }))
    }
  }
  return planned
}
