import { create } from 'zustand'
import { fingerprint } from '#src/lib/text/fingerprint.ts'
import { readAccountRecord, writeAccountRecord } from '#src/platform/account-records.ts'
import { readStored, writeStored } from '#src/platform/storage.ts'
import { onSignOut } from '#src/stores/resets.ts'
import { currentSession } from '#src/stores/session.ts'

/*
 * What the links were like at the user's last look at the list. A look ends when the list has not been on screen for half
 * an hour; reloading, or a visit to another page, does not end it. Each look is compared with the last reading of the
 * one before. The readings hold numbers only, neither passwords nor the ids that open links, and survive signing out like
 * view presets; their names contain the user's id.
 */

/** One complete reading of the list; the arrays have one element for each link. */
export type LinkReading = {
  /** ms since 1970. */
  readonly at: number
  /** Fingerprints of the ids. */
  readonly links: Float64Array
  readonly visits: Uint32Array
  readonly downloads: Uint32Array
  /** 1 for a link that did not work. */
  readonly dead: Uint8Array
}

type SeenLink = { readonly visits: number; readonly downloads: number; readonly isDead: boolean }

/** The reading that this look is compared with. */
export type LastLook = {
  readonly at: number
  readonly find: (id: string) => SeenLink | undefined
}

/** The pause that ends a look, in ms. */
const maxPauseMs = 30 * 60_000

const recordName = 'link-readings'
const seenKey = (userId: string): string => `latchkey.links-seen.${userId}`

type Readings = {
  readonly before: LinkReading | undefined
  readonly latest: LinkReading | undefined
}

type State = { userId: string | undefined; readings: Readings; lastLook: LastLook | undefined }
const initial: State = {
  userId: undefined,
  readings: { before: undefined, latest: undefined },
  lastLook: undefined,
}
const useStore = create<State>()(() => initial)

/** Undefined at the first look, and where nothing can be stored. */
export const useLastLook = (): LastLook | undefined => useStore(({ lastLook }) => lastLook)
export const currentLastLook = (): LastLook | undefined => useStore.getState().lastLook
export const subscribeToLastLook = (listener: () => void): (() => void) =>
  useStore.subscribe(listener)

function toReading(value: unknown): LinkReading | undefined {
  const { at, links, visits, downloads, dead } = (value ?? {}) as Partial<LinkReading>
  const isWhole =
    typeof at === 'number' &&
    links instanceof Float64Array &&
    visits instanceof Uint32Array &&
    downloads instanceof Uint32Array &&
    dead instanceof Uint8Array &&
    [visits, downloads, dead].every(({ length }) => length === links.length)
  return isWhole ? { at, links, visits, downloads, dead } : undefined
}

function toLastLook({ at, links, visits, downloads, dead }: LinkReading): LastLook {
  let indexes: Map<number, number> | undefined
  return {
    at,
    find: (id) => {
      indexes ??= new Map(Array.from(links, (link, index) => [link, index]))
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

async function readReadings(userId: string): Promise<Readings> {
  const { before, latest } = ((await readAccountRecord(userId, recordName)) ?? {}) as {
    before?: unknown
    latest?: unknown
  }
  return { before: toReading(before), latest: toReading(latest) }
}

/** The list is on screen: a look goes on, or a new one begins. Resolves once it is known what was there before. */
export async function startLook(): Promise<void> {
  const { userId } = currentSession()
  if (userId === undefined) return
  const known = useStore.getState()
  const { before, latest } = known.userId === userId ? known.readings : await readReadings(userId)
  if (currentSession().userId !== userId) return
  const seenAt = Math.max(latest?.at ?? 0, Number(readStored('local', seenKey(userId))) || 0)
  const readings =
    Date.now() - seenAt > maxPauseMs ? { before: latest, latest } : { before, latest }
  if (known.userId === userId && readings.before === known.readings.before) return
  useStore.setState({
    userId,
    readings,
    lastLook: readings.before && toLastLook(readings.before),
  })
  // At once: the page may be reloaded before the list has been read again.
  if (readings.before !== before) await writeAccountRecord(userId, recordName, readings)
}

/** The list has been read to its end: the next look is compared with this. */
export async function saveReading(reading: LinkReading): Promise<void> {
  const { userId, readings } = useStore.getState()
  if (userId === undefined) return
  const { before } = readings
  useStore.setState({ readings: { before, latest: reading } })
  await writeAccountRecord(userId, recordName, { before, latest: reading })
}

/** The list is no longer on screen. */
export function pauseLook(): void {
  const { userId } = useStore.getState()
  if (userId !== undefined) writeStored('local', seenKey(userId), Date.now())
}

onSignOut(() => useStore.setState(initial, true))
