import * as v from 'valibot'
import { finiteNumber } from '#src/contract/schema.ts'
import { readStored, removeStored, signInStorageKey, writeStored } from '#src/platform/storage.ts'

/* The pair of tokens, and how it is stored: without its access token. */

const Stored = v.object({
  refresh: v.string(),
  userId: v.string(),
  /** ms since 1970 by this machine's clock. Earlier versions of the page have not stored it. */
  accessExpires: v.optional(finiteNumber, 0),
  /** When the user signed in, in ms since 1970. Earlier versions of the page do not tell. */
  signedInAt: v.optional(finiteNumber),
})
export const Pair = v.object({
  ...Stored.entries,
  /** '' after a page load, until it is renewed. */
  access: v.string(),
  keep: v.boolean(),
})
export type Pair = v.InferOutput<typeof Pair>

/** In local storage, for all tabs: when the access token of the last pair expires. It does not tell whose that is. */
const lastRenewalKey = 'latchkey.renewed'

export function storePair({ access: _access, keep, ...record }: Pair): void {
  writeStored(keep ? 'local' : 'session', signInStorageKey, record)
  removeStored(keep ? 'session' : 'local', signInStorageKey)
  writeStored('local', lastRenewalKey, record.accessExpires)
}

const areas = ['session', 'local'] as const

const readStoredIn = (area: (typeof areas)[number]) =>
  v.safeParse(Stored, readStored(area, signInStorageKey))

/** With `refused`, another one that has been stored since stays: somebody else may have signed in. */
export function removeStoredPair(refused?: Pair): void {
  for (const area of areas) {
    const stored = readStoredIn(area)
    const isOther = refused && stored.success && stored.output.refresh !== refused.refresh
    if (!isOther) removeStored(area, signInStorageKey)
  }
  if (!refused) removeStored('local', lastRenewalKey)
}

export function readStoredPair(): Pair | undefined {
  for (const area of areas) {
    const stored = readStoredIn(area)
    if (stored.success) return { ...stored.output, access: '', keep: area === 'local' }
  }
  return undefined
}

/** Whether another tab has got a later pair, as it does while this one is discarded or closed. */
export const isRenewedElsewhere = ({ accessExpires }: Pair): boolean =>
  (readStored('local', lastRenewalKey) ?? accessExpires) !== accessExpires
