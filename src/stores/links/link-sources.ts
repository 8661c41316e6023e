import { create } from 'zustand'
import {
  deleteAccountRecord,
  readAccountRecord,
  writeAccountRecord,
} from '#src/platform/account-records.ts'
import { onSignOut } from '#src/stores/resets.ts'
import { currentSession } from '#src/stores/session.ts'

/*
 * The items that links lead to, as they were last found: a dead link no longer contains its item. Stored in this browser until
 * the user signs out.
 */

export type CachedLinkSource = {
  /** URI of the item. */
  readonly uri: string
  /** When it was read, in ms since 1970. */
  readonly at: number
}

type State = {
  readonly userId: string | undefined
  /** Changed in place: editing 10,000 links reads as many of them, one by one. */
  readonly sources: Map<string, CachedLinkSource>
  /** Differs after each change of the sources. */
  readonly version: number
  /** The link of the last change; undefined when all sources may have changed. */
  readonly changed: string | undefined
  /** Sources read before this time may be out of date, in ms since 1970. */
  readonly freshSince: number
}
const createInitial = (): State => ({
  userId: undefined,
  sources: new Map(),
  version: 0,
  changed: undefined,
  freshSince: 0,
})
const useStore = create<State>()(createInitial)

/** Browsers have the sources stored under this name: another one would leave the old record behind. */
const recordName = 'link-places'
/** Only the newest sources are stored, at most this many. */
const maxStored = 20_000
const maxAgeMs = 60 * 60_000
/** Time between two writes, in ms: each writes all sources. What a closed page has not written is read again. */
const storeDelayMs = (count: number): number => (count < 1_000 ? 1_000 : 10_000)

export const useCachedLinkSource = (id: string): CachedLinkSource | undefined =>
  useStore(({ sources }) => sources.get(id))
export const cachedLinkSource = (id: string): CachedLinkSource | undefined =>
  useStore.getState().sources.get(id)
export const cachedLinkSources = (): ReadonlyMap<string, CachedLinkSource> =>
  useStore.getState().sources
/** Calls with the id of the link whose source was read, or with undefined when others were loaded or all are gone. */
export const subscribeToLinkSources = (listener: (id: string | undefined) => void): (() => void) =>
  useStore.subscribe(({ sources, version, changed }, before) => {
    if (sources !== before.sources) listener(undefined)
    else if (version !== before.version) listener(changed)
  })

/** Whether a source has to be read again. */
export const isLinkSourceOutdated = ({ at }: CachedLinkSource): boolean =>
  at < useStore.getState().freshSince || Math.abs(Date.now() - at) > maxAgeMs

/** As texts with a line for each source: a browser copies them many times faster than as many objects. */
type StoredSources = { readonly links: string; readonly uris: string; readonly at: Float64Array }

function toStored(sources: ReadonlyMap<string, CachedLinkSource>): StoredSources {
  // The newest come last.
  const newest = [...sources].slice(-maxStored)
  return {
    links: newest.map(([id]) => id).join('\n'),
    uris: newest.map(([, { uri }]) => uri).join('\n'),
    at: Float64Array.from(newest, ([, { at }]) => at),
  }
}

function toSources(value: unknown): Map<string, CachedLinkSource> {
  const { links, uris, at } = (value ?? {}) as Partial<StoredSources>
  if (typeof links !== 'string' || typeof uris !== 'string' || !(at instanceof Float64Array))
    return new Map()
  const ids = links.split('\n')
  return new Map(
    uris.split('\n').flatMap((uri, index) => {
      const [id, time] = [ids[index], at[index]]
      return id && uri && time !== undefined ? [[id, { uri, at: time }] as const] : []
    }),
  )
}

let loading: { userId: string; done: Promise<void> } | undefined

async function load(userId: string): Promise<void> {
  const stored = toSources(await readAccountRecord(userId, recordName))
  if (currentSession().userId !== userId) return
  const { sources } = useStore.getState()
  useStore.setState({ userId, sources: new Map([...stored, ...sources]) })
}

/** Resolves once the sources stored in this browser are loaded. */
export async function loadLinkSources(): Promise<void> {
  const { userId } = currentSession()
  if (userId === undefined || useStore.getState().userId === userId) return
  if (loading?.userId !== userId) loading = { userId, done: load(userId) }
  await loading.done
  loading = undefined
}

let storing: ReturnType<typeof setTimeout> | undefined

function store(): void {
  storing = undefined
  const { userId, sources } = useStore.getState()
  if (userId === undefined) return
  void writeAccountRecord(userId, recordName, toStored(sources))
}

export function cacheLinkSource(id: string, uri: string): void {
  const { sources } = useStore.getState()
  // Set again, it would keep its position among the older ones.
  sources.delete(id)
  sources.set(id, { uri, at: Date.now() })
  useStore.setState(({ version }) => ({ version: version + 1, changed: id }))
  storing ??= setTimeout(store, storeDelayMs(sources.size))
}

/** To be called when items may have been moved: sources stay shown and are read again. */
export const markLinkSourcesOutdated = (): void => useStore.setState({ freshSince: Date.now() })

onSignOut(() => {
  const { userId } = currentSession()
  clearTimeout(storing)
  storing = undefined
  if (userId !== undefined) void deleteAccountRecord(userId, recordName)
  useStore.setState(createInitial(), true)
})
