import { create } from 'zustand'
import {
  deleteAccountRecord,
  readAccountRecord,
  writeAccountRecord,
} from '#src/platform/account-records.ts'
import { onSignOut } from '#src/stores/resets.ts'
import { currentSession } from '#src/stores/session.ts'

/*
 * Where the items of links were when they were last seen: a dead link no longer contains it. Stored in this browser until
 * the user signs out.
 */

export type LinkPlace = {
  /** URI of the item. */
  readonly uri: string
  /** When it was read, in ms since 1970. */
  readonly at: number
}

type State = {
  readonly userId: string | undefined
  /** Changed in place: editing 10,000 links reads as many places, one by one. */
  readonly places: Map<string, LinkPlace>
  /** Differs after each change of the places. */
  readonly version: number
  /** The link of the last change; undefined when all places may have changed. */
  readonly changed: string | undefined
  /** Places read before this time may be out of date, in ms since 1970. */
  readonly freshSince: number
}
const createInitial = (): State => ({
  userId: undefined,
  places: new Map(),
  version: 0,
  changed: undefined,
  freshSince: 0,
})
const useStore = create<State>()(createInitial)

const recordName = 'link-places'
/** Only the newest places are stored, at most this many. */
const maxStored = 20_000
const maxAgeMs = 60 * 60_000
const storeDelayMs = 1_000

export const useLinkPlace = (id: string): LinkPlace | undefined =>
  useStore(({ places }) => places.get(id))
export const linkPlace = (id: string): LinkPlace | undefined => useStore.getState().places.get(id)
export const currentLinkPlaces = (): ReadonlyMap<string, LinkPlace> => useStore.getState().places
/** Calls with the id of the link whose place was read, or with undefined when others were loaded or all are gone. */
export const subscribeToLinkPlaces = (listener: (id: string | undefined) => void): (() => void) =>
  useStore.subscribe(({ places, version, changed }, before) => {
    if (places !== before.places) listener(undefined)
    else if (version !== before.version) listener(changed)
  })

/** Whether a place has to be read again. */
export const isLinkPlaceOutdated = ({ at }: LinkPlace): boolean =>
  at < useStore.getState().freshSince || Math.abs(Date.now() - at) > maxAgeMs

function toPlaces(value: unknown): Map<string, LinkPlace> {
  const places = new Map<string, LinkPlace>()
  for (const [id, place] of value instanceof Map ? (value as Map<unknown, unknown>) : []) {
    const { uri, at } = (place ?? {}) as Partial<LinkPlace>
    if (typeof id === 'string' && typeof uri === 'string' && typeof at === 'number')
      places.set(id, { uri, at })
  }
  return places
}

let loading: { userId: string; done: Promise<void> } | undefined

async function load(userId: string): Promise<void> {
  const stored = toPlaces(await readAccountRecord(userId, recordName))
  if (currentSession().userId !== userId) return
  const { places } = useStore.getState()
  useStore.setState({ userId, places: new Map([...stored, ...places]) })
}

/** Resolves once the places stored in this browser are loaded. */
export async function loadLinkPlaces(): Promise<void> {
  const { userId } = currentSession()
  if (userId === undefined || useStore.getState().userId === userId) return
  if (loading?.userId !== userId) loading = { userId, done: load(userId) }
  await loading.done
  loading = undefined
}

let storing: ReturnType<typeof setTimeout> | undefined

function store(): void {
  storing = undefined
  const { userId, places } = useStore.getState()
  if (userId === undefined) return
  const newest = [...places].sort(([, a], [, b]) => b.at - a.at).slice(0, maxStored)
  void writeAccountRecord(userId, recordName, new Map(newest))
}

export function rememberLinkPlace(id: string, uri: string): void {
  useStore.getState().places.set(id, { uri, at: Date.now() })
  useStore.setState(({ version }) => ({ version: version + 1, changed: id }))
  storing ??= setTimeout(store, storeDelayMs)
}

/** To be called when items may have been moved: places stay shown and are read again. */
export const markLinkPlacesOutdated = (): void => useStore.setState({ freshSince: Date.now() })

onSignOut(() => {
  const { userId } = currentSession()
  clearTimeout(storing)
  storing = undefined
  if (userId !== undefined) void deleteAccountRecord(userId, recordName)
  useStore.setState(createInitial(), true)
})
