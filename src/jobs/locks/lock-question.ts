import type { LockConflict } from '#src/contract/lock.ts'
import { ifValid, parseUri } from '#src/contract/uri.ts'
import { defineQuestionKind, type Question } from '#src/jobs/questions/questions.ts'
import type { Operation } from '#src/lib/operation.ts'

/** The user cancelled an operation because of a lock. Not a failure: one message says what was not done. */
export class LockCancelledError extends Error {
  override name = 'LockCancelledError'
  readonly operation: Operation
  /** The user cancelled while it was being unlocked, and the service has unlocked it. */
  readonly isUnlocked: boolean
  constructor(operation: Operation, isUnlocked = false) {
    super('cancelled')
    this.operation = operation
    this.isUnlocked = isUnlocked
  }
}

export type LockEntry = {
  /** Unique within the list. */
  readonly key: string
  /** URI of the locked item, when the service tells it. */
  readonly path: string | undefined
  /** Name of the requested item that it blocks, when that is known and says more than the path. */
  readonly itemName: string | undefined
  /** The URI that the item so named had before it was deleted. */
  readonly itemOrigin?: string | undefined
  /** Lock token; only its owner gets it. */
  readonly token: string | undefined
  readonly holder: NonNullable<LockConflict['owner']> | undefined
  /** One of `FileType`; other values are shown neutrally. */
  readonly type: number
}

/** Whether the user may unlock it: the service gives the token to its owner only. */
export const canUnlock = ({ token }: LockEntry): boolean => token !== undefined

type RequestedItem = {
  readonly id?: string
  readonly uri: string
  readonly name: string
  /** A deleted item had this URI. */
  readonly origin?: string | null
}

/** The conflict blocks the requested item, when the service says which that is. */
export type ItemLockConflict = {
  readonly conflict: LockConflict
  readonly item?: RequestedItem | undefined
}

/** The last segment of a URI: of an item in the trash its id. */
const lastSegment = (uri: string): string | undefined =>
  ifValid(() => parseUri(uri))?.segments.at(-1)

function itemsBySegment(
  locks: readonly ItemLockConflict[],
): Map<string | undefined, RequestedItem> {
  return new Map(locks.flatMap(({ item }) => (item ? [[lastSegment(item.uri), item]] : [])))
}

/** A conflict path, or the lack of one, may say no more about an item of the trash than its id. */
function isIdOnly(path: string | undefined, item: { readonly uri: string }): boolean {
  const isOnly = ifValid(() => {
    const { host, segments } = parseUri(item.uri)
    if (host !== 'trash' || !path) return host === 'trash'
    const conflict = parseUri(path)
    return conflict.host === 'trash' || conflict.segments.at(-1) === segments.at(-1)
  })
  return isOnly ?? true
}

/** The lock dialog lists every lock once, however many items it blocks. */
export function toLockEntries(locks: readonly ItemLockConflict[]): LockEntry[] {
  const entries = new Map<string, LockEntry>()
  const requested = itemsBySegment(locks)
  for (const [index, { conflict, item: blocked }] of locks.entries()) {
    const { path, token, owner, type } = conflict
    const key = token || (path ? `${path} ${owner?.application?.type ?? ''}` : `#${index}`)
    if (entries.has(key)) continue
    // A request that is refused whole lists the locks on all of its items, so the lock may be on another one.
    const locked = path ? requested.get(lastSegment(path)) : undefined
    const item = locked && isIdOnly(path, locked) ? locked : blocked
    const isNamedByItem = item && isIdOnly(path, item)
    entries.set(key, {
      key,
      // The requested item is where the lock is met, even if the service does not say what is locked.
      path: isNamedByItem ? undefined : path || item?.uri,
      itemName: isNamedByItem ? item.name : undefined,
      itemOrigin: (isNamedByItem && item.origin) || undefined,
      token: token || undefined,
      holder: owner ?? undefined,
      type,
    })
  }
  return [...entries.values()]
}

/** `show`: from the tray, to ask in the dialog again. */
export type LockAnswer =
  | {
      readonly action: 'unlock'
      readonly tokens: readonly string[]
      readonly appliesToRest: boolean
    }
  | { readonly action: 'retry' | 'skip' | 'wait' | 'show' }
  | { readonly action: 'cancel' }

export type LockQuestionContent = {
  readonly operation: Operation
  readonly entries: readonly LockEntry[]
  /** 1 for the first list, 2 after a retry that met locks again. */
  readonly round: number
  /** In the tray, ms since 1970; undefined during a try, and while the page is hidden or offline. */
  readonly nextTry: number | undefined
  /** What the answer has started. */
  readonly work: 'unlock' | 'retry' | 'skip' | undefined
  readonly canSkip: boolean
  /** The URI of the one item that the operation writes to. */
  readonly uri: string | undefined
  /** Why unlocking failed; the list has not changed. */
  readonly error: Error | undefined
}
export type LockQuestion = Question<LockQuestionContent, LockAnswer>

/** Who has locked what an operation needs, and what to do about it. In the tray it is aside. */
export const lockQuestion = defineQuestionKind<LockQuestionContent, LockAnswer>('lock', {
  action: 'cancel',
})
