import type { PermissionSetting } from '#src/contract/share.ts'
import {
  type Audience,
  includesAudience,
  mayRead,
} from '#src/features/links/permissions/permission-table.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { isPaidLink, type LinkRow } from '#src/lists/rows/link-row.ts'
import { grantsOf } from './grants.ts'

/** The people whom a setting names and lets do anything. */
export const namedUserIds = (setting: PermissionSetting | null): string[] =>
  grantsOf(setting).flatMap(({ audience, may }) =>
    audience.kind === 'user' &&
    setting &&
    (may === null || (may.length > 0 && mayRead(setting, audience)))
      ? [audience.id]
      : [],
  )

/** Who may open a link and who may change what is behind it. An audience that a listed one includes is left out. */
export type AccessSummary = {
  readonly openers: readonly Audience[]
  /** The audiences that may change, add or delete. */
  readonly changers: readonly Audience[]
  /** Whether somebody may change it who is neither named nor in the group of its owner. */
  readonly isOpenToChange: boolean
  /** Whether some permissions cannot be decoded. */
  readonly isPartlyUnknown: boolean
}

/** The audiences that no other one includes; those who are signed in and those who are not are everyone. */
function widest(audiences: readonly Audience[]): Audience[] {
  const has = (kind: Audience['kind']) => audiences.some((one) => one.kind === kind)
  if (has('everyone') || (has('anonymous') && has('other'))) return [{ kind: 'everyone' }]
  if (has('other')) return [{ kind: 'other' }]
  return [...audiences]
}

const isGroup = (audience: Audience, id: string | undefined): boolean =>
  audience.kind === 'group' && audience.id === id

/** `ownGroup` is the id of the group that the owner is in. */
export function accessSummaryOf(
  setting: PermissionSetting | null,
  ownGroup: string | undefined,
): AccessSummary {
  const grants = grantsOf(setting).filter(({ may }) => may === null || may.length > 0)
  // A setting that names nobody lets everyone read (docs/protocol.md §5.6).
  if (grants.length === 0)
    return {
      openers: [{ kind: 'everyone' }],
      changers: [],
      isOpenToChange: false,
      isPartlyUnknown: false,
    }
  const owned = grants.map(({ audience, may }) => ({
    audience: isGroup(audience, ownGroup) ? { kind: 'same_group' as const } : audience,
    may,
  }))
  /** All that everybody in it may do: nothing of it without reading. */
  const mayOf = (audience: Audience): readonly (string | number)[] => {
    const may = owned.flatMap((each) =>
      includesAudience(each.audience, audience) ? (each.may ?? []) : [],
    )
    return may.includes('read') ? may : []
  }
  const audiencesThat = (isMeant: (what: string | number) => boolean): Audience[] => {
    const found = owned.flatMap(({ audience }) => (mayOf(audience).some(isMeant) ? [audience] : []))
    const isOwn = found.findIndex(({ kind }) => kind === 'same_group')
    return widest(found.filter(({ kind }, index) => kind !== 'same_group' || index === isOwn))
  }
  const changers = audiencesThat((what) => typeof what === 'string' && what !== 'read')
  return {
    openers: audiencesThat((what) => what === 'read'),
    changers,
    isOpenToChange: changers.some(({ kind }) => kind !== 'same_group' && kind !== 'user'),
    isPartlyUnknown: grants.some(({ may }) => may === null),
  }
}

/** What the words of an access need to know of people and groups. */
export type PeopleLookup = {
  /** Id of the group that the owner of the links is in. */
  readonly ownGroup: string | undefined
  /** The name of a person, once it is known. */
  readonly nameOf: (id: string) => string | undefined
}

/** `isInSentence`: the names follow other words. */
function namesOf(
  audiences: readonly Audience[],
  t: Pick<Messages, 'links'>,
  { nameOf }: PeopleLookup,
  isInSentence: boolean,
): string[] {
  const messages = t.links.access
  const ids = audiences.flatMap((one) => (one.kind === 'user' ? [one.id] : []))
  const groupCount = audiences.filter(({ kind }) => kind === 'group').length
  const fixed = audiences.flatMap(({ kind }) => (kind === 'user' || kind === 'group' ? [] : [kind]))
  const first = ids[0] === undefined ? undefined : nameOf(ids[0])
  return [
    ...fixed.map((kind, at) =>
      isInSentence || at > 0
        ? messages.inSentence(messages.audiences[kind])
        : messages.audiences[kind],
    ),
    ...(groupCount > 0 ? [messages.groups(groupCount)] : []),
    ...(ids.length === 0
      ? []
      : first === undefined
        ? [messages.people(ids.length)]
        : [ids.length === 1 ? first : messages.personAndMore(first, ids.length - 1)]),
  ]
}

/** Numbers, from 0 to 3, what the line about a link says beside its setting: a password, and that it costs something. */
export const encodePasswordAndPrice = (row: Pick<LinkRow, 'isProtected' | 'price'>): number =>
  (row.isProtected ? 1 : 0) + (isPaidLink(row) ? 2 : 0)

/**
 * The function says in one line who may open a link, who may do more than read, and that it costs something. It keeps
 * the lines of equal settings: sorting asks for those of all links many times.
 */
export function createAccessFormatter(
  t: Pick<Messages, 'links'>,
  people: PeopleLookup,
): (row: Pick<LinkRow, 'permissions' | 'isProtected' | 'price'>) => string {
  const messages = t.links.access
  /** By whether the link has a password, and whether it costs something. */
  const lines = Array.from({ length: 4 }, () => new Map<PermissionSetting | null, string>())
  const lineOf = (setting: PermissionSetting | null): [open: string, rest: string] => {
    const { openers, changers, isPartlyUnknown } = accessSummaryOf(setting, people.ownGroup)
    if (openers.length === 0) return [isPartlyUnknown ? messages.unknown : messages.nobody, '']
    const isSame = JSON.stringify(openers) === JSON.stringify(changers)
    const change = isSame
      ? messages.canChange
      : changers.length > 0 &&
        messages.whoCanChange(messages.list(namesOf(changers, t, people, true)))
    const rest = [change, isPartlyUnknown && messages.partlyUnknown].filter(Boolean)
    return [
      messages.list(namesOf(openers, t, people, false)),
      rest.map((part) => ` · ${part}`).join(''),
    ]
  }
  return (row) => {
    const { permissions, isProtected } = row
    const known = lines[encodePasswordAndPrice(row)]
    let line = known?.get(permissions)
    if (line === undefined) {
      const [open, rest] = lineOf(permissions)
      line = `${isProtected ? messages.withPassword(open) : open}${rest}${isPaidLink(row) ? ` · ${messages.paid}` : ''}`
      known?.set(permissions, line)
    }
    return line
  }
}
