import { create } from 'zustand'
import { currentSession } from '#src/api/current-session.ts'
import { onSignOut } from '#src/api/resets.ts'
import { ThrottledCall } from '#src/lib/concurrency/throttled-call.ts'
import {
  deleteAccountRecord,
  readAccountRecord,
  writeAccountRecord,
} from '#src/platform/account-records.ts'

/*
 * The items that links lead to, as they were last found: a dead link no longer contains its item. Stored in this browser until
 * the user signs out. A store, since a query for each of 20,000 links takes four times the memory (21 MB), and every
 * invalidation of the page would look at all of them (5 to 17 ms).
 */

export type CachedLinkSource = {
  /** URI of the item. */
  readonly uri: string
  /** When it was read, in ms since 1970. */
  readonly at: number
}

type State = {
  /** Whose stored sources have been loaded. */
  readonly userId: string | undefined
  /** The loading that is under way, for whoever asks meanwhile. */
  readonly loading: { readonly userId: string; readonly done: Promise<void> } | undefined
  /** Changed in place: editing 10,000 links reads as many of them, one by one. */
  readonly sources: Map<string, CachedLinkSource>
  /** Differs after each change of the sources. */
  readonly version: number
  /** Sources read before this time may be out of date, in ms since 1970. */
  readonly freshSince: number
}
const createInitial = (): State => ({
  userId: undefined,
  loading: undefined,
  sources: new Map(),
  version: 0,
  freshSince: 0,
})
const useStore = create<State>()(createInitial)

/** Browsers have the sources stored under this name: another one would leave the old record behind. */
const recordName = 'link-places'
/** Only the newest sources are stored, at most this many. */
const maxStored = 20_000
const maxAgeMs = 60 * 60_000
/** Time between two writes, in ms: each writes all sources. What a closed page has not written is read again. */
const storeIntervalMs = 5_000

export const useCachedLinkSource = (id: string): CachedLinkSource | undefined =>
  useStore(({ sources }) => sources.get(id))
export const cachedLinkSource = (id: string): CachedLinkSource | undefined =>
  useStore.getState().sources.get(id)
/** Changed in place while sources are read; another object once others were loaded or all are gone. */
export const useAllCachedLinkSources = (): ReadonlyMap<string, CachedLinkSource> =>
  useStore(({ sources }) => sources)
/** Differs after each change of the sources. */
export const linkSourcesVersion = (): number => useStore.getState().version
export const subscribeToLinkSources = (listener: () => void): (() => void) =>
  useStore.subscribe(listener)

/** Whether a source has to be read again. */
export const isLinkSourceOutdated = ({ at }: Pick<CachedLinkSource, 'at'>): boolean =>
  at < useStore.getState().freshSince || Math.abs(Date.now() - at) > maxAgeMs

type StoredSource = CachedLinkSource & { readonly id: string }

// The newest come last.
const toStored = (sources: ReadonlyMap<string, CachedLinkSource>): StoredSource[] =>
  [...sources].slice(-maxStored).map(([id, { uri, at }]) => ({ id, uri, at }))

/** Earlier versions of the page stored two texts with a line for each source, and typed times. They ignore a list. */
function storedSources(record: unknown): StoredSource[] {
  if (Array.isArray(record)) return record as StoredSource[]
  const { links, uris, at } = (record ?? {}) as { links?: unknown; uris?: unknown; at?: unknown }
  if (typeof links !== 'string' || typeof uris !== 'string' || !(at instanceof Float64Array))
    return []
  const uriOf = uris.split('\n')
  return links.split('\n').flatMap((id, index) => {
    const [uri, time] = [uriOf[index], at[index]]
    return id && uri && time !== undefined ? [{ id, uri, at: time }] : []
  })
}

async function load(userId: string): Promise<void> {
  const stored = storedSources(await readAccountRecord(userId, recordName))
  if (currentSession().userId !== userId) return
  const known = stored.map(({ id, uri, at }) => [id, { uri, at }] as const)
  useStore.setState(({ sources, version }) => ({
    userId,
    loading: undefined,
    sources: new Map([...known, ...sources]),
    version: version + 1,
  }))
}

/** Resolves once the sources stored in this browser are loaded. */
export async function loadStoredLinkSources(): Promise<void> {
  const { userId } = currentSession()
  if (userId === undefined || useStore.getState().userId === userId) return
  const known = useStore.getState().loading
  const loading = known?.userId === userId ? known : { userId, done: load(userId) }
  useStore.setState({ loading })
  await loading.done
}

const storing = new ThrottledCall(storeIntervalMs, () => {
  const { userId, sources } = useStore.getState()
  if (userId === undefined) return
  void writeAccountRecord(userId, recordName, toStored(sources))
})

export function cacheLinkSource(id: string, uri: string): void {
  const { sources } = useStore.getState()
  // Set again, it would keep its position among the older ones.
  sources.delete(id)
  sources.set(id, { uri, at: Date.now() })
  useStore.setState(({ version }) => ({ version: version + 1 }))
  storing.request()
}

/** To be called when items may have been moved: sources stay shown and are read again. */
export const markLinkSourcesOutdated = (): void => useStore.setState({ freshSince: Date.now() })

onSignOut(() => {
  const { userId } = currentSession()
  storing.cancel()
  if (userId !== undefined) void deleteAccountRecord(userId, recordName)
  useStore.setState(createInitial(), true)
})
