import { create } from 'zustand'
import { currentSession } from '#src/api/current-session.ts'
import { onSignOut } from '#src/api/resets.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { fingerprint } from '#src/lib/text/fingerprint.ts'
import { readAccountRecord, writeAccountRecord } from '#src/platform/account-records.ts'
import { readStored, writeStored } from '#src/platform/storage.ts'

/*
 * What the links were like when the user last viewed the list. A viewing ends when the list has not been on screen for
 * half an hour; reloading or visiting another page does not end it. The list is compared with the last snapshot of the
 * previous viewing. Snapshots hold numbers only, neither passwords nor the ids that open links. They survive signing out
 * as long as a tab is open.
 */

/**
 * The whole list at one time; the arrays have one element for each link. As many objects as there are links would take a
 * browser more than 50 ms to store.
 */
export type LinksSnapshot = {
  /** ms since 1970, by the clock of the service. */
  readonly at: number
  /** Fingerprints of the ids. */
  readonly links: readonly number[]
  readonly visits: readonly number[]
  readonly downloads: readonly number[]
  /** 1 for a link that did not work. */
  readonly dead: readonly number[]
}

type SeenLink = { readonly visits: number; readonly downloads: number; readonly isDead: boolean }

/** The snapshot that the list is compared with. */
export type LastSeenLinks = {
  readonly at: number
  readonly find: (id: string) => SeenLink | undefined
}

/** A viewing ends when the list has been off screen for this long, in ms. */
const maxPauseMs = 30 * 60_000

const recordName = 'link-snapshots'
/** In session storage: when this tab last showed the list. */
const seenKey = (userId: string): string => `latchkey.links-seen.${userId}`

/** What is stored: the last snapshot of the viewing before this one, and that of this one. */
type Snapshots = {
  readonly before?: LinksSnapshot | undefined
  readonly latest?: LinksSnapshot | undefined
}

type State = {
  userId?: string
  snapshots: Snapshots
  lastSeen?: LastSeenLinks | undefined
}
const initial: State = { snapshots: {} }
const useStore = create<State>()(() => initial)

/** Undefined at the first viewing, and where nothing can be stored. */
export const useLastSeenLinks = (): LastSeenLinks | undefined =>
  useStore(({ lastSeen }) => lastSeen)

/** Earlier versions of the page stored typed arrays. They ignore a snapshot with others. */
function toNumbers(list: unknown): readonly number[] | undefined {
  if (Array.isArray(list)) return list as number[]
  return ArrayBuffer.isView(list) ? Array.from(list as Float64Array) : undefined
}

function toSnapshot(value: unknown): LinksSnapshot | undefined {
  const { at, ...stored } = (value ?? {}) as { [key in keyof LinksSnapshot]?: unknown }
  const links = toNumbers(stored.links)
  const visits = toNumbers(stored.visits)
  const downloads = toNumbers(stored.downloads)
  const dead = toNumbers(stored.dead)
  if (typeof at !== 'number' || !links || !visits || !downloads || !dead) return undefined
  const isWhole = [visits, downloads, dead].every(({ length }) => length === links.length)
  return isWhole ? { at, links, visits, downloads, dead } : undefined
}

function toLastSeenLinks({ at, links, visits, downloads, dead }: LinksSnapshot): LastSeenLinks {
  let indexes: Map<number, number> | undefined
  return {
    at,
    find: (id) => {
      indexes ??= new Map(links.map((link, index) => [link, index]))
      const index = indexes.get(fingerprint(id))
      if (index === undefined) return undefined
      return {
        visits: visits[index] as number,
        downloads: downloads[index] as number,
        isDead: dead[index] === 1,
      }
    },
  }
}

async function readSnapshots(userId: string): Promise<Snapshots> {
  const { before, latest } = ((await readAccountRecord(userId, recordName)) ?? {}) as {
    before?: unknown
    latest?: unknown
  }
  return { before: toSnapshot(before), latest: toSnapshot(latest) }
}

/** To be called when the list is shown: continues the viewing or starts a new one. Resolves once the snapshot is loaded. */
export async function startViewingLinks(): Promise<void> {
  const { userId } = currentSession()
  if (userId === undefined) return
  const known = useStore.getState()
  const { before, latest } = known.userId === userId ? known.snapshots : await readSnapshots(userId)
  if (currentSession().userId !== userId) return
  const seenAt = Math.max(latest?.at ?? 0, Number(readStored('session', seenKey(userId))) || 0)
  const snapshots =
    serviceNow() - seenAt > maxPauseMs ? { before: latest, latest } : { before, latest }
  if (known.userId === userId && snapshots.before === known.snapshots.before) return
  useStore.setState({
    userId,
    snapshots,
    lastSeen: snapshots.before && toLastSeenLinks(snapshots.before),
  })
  // It is written at once: the page may be reloaded before the list has been read again.
  if (snapshots.before !== before) await writeAccountRecord(userId, recordName, snapshots)
}

/** Saves the snapshot of a complete list, for the next viewing. */
export async function saveLinksSnapshot(snapshot: LinksSnapshot): Promise<void> {
  const { userId, snapshots } = useStore.getState()
  if (userId === undefined) return
  const { before } = snapshots
  useStore.setState({ snapshots: { before, latest: snapshot } })
  await writeAccountRecord(userId, recordName, { before, latest: snapshot })
}

/** To be called when the list is no longer on screen. */
export function pauseViewingLinks(): void {
  const { userId } = useStore.getState()
  if (userId !== undefined) writeStored('session', seenKey(userId), serviceNow())
}

onSignOut(() => useStore.setState(initial, true))
