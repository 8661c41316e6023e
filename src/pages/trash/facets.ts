import type { FileKind } from '#src/lib/names.ts'
import type { FileRow } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { overList } from '#src/queries/over-list.ts'
import { kindOf, isLeavingSoon } from './arrange.ts'
import type { Span } from './url.ts'

/** Items deleted with no longer pause between two of them belong together, in ms. */
const pauseBetween = 2_000
/** So many folders and groups are offered; the search finds the rest. */
const mostOrigins = 12
const mostGroups = 20
const minute = 60_000

export type Group = Span & { readonly count: number }

export type Facets = {
  readonly soon: number
  readonly kinds: ReadonlyMap<FileKind, number>
  /** Folders that items were in, the fullest first. */
  readonly origins: readonly { readonly folder: string; readonly count: number }[]
  /** What was deleted in one go, the newest first. */
  readonly groups: readonly Group[]
}

/**
 * What a long trash can be filtered by. A slot's kind is read once: a row in the trash never changes, and
 * the whole is counted again several times a second while rows come or leave.
 */
class FacetReader {
  readonly #kinds: FileKind[] = []
  #read = 0

  read(listing: Listing<FileRow>, now: number): Facets {
    for (; this.#read < listing.nextSlot; this.#read++) {
      const row = listing.at(this.#read)
      this.#kinds[this.#read] = row ? kindOf(row) : 'other'
    }
    let soon = 0
    const kinds = new Map<FileKind, number>()
    const folders = new Map<string, number>()
    const times = new Float64Array(listing.size)
    let at = 0
    for (const slot of listing.order) {
      const row = listing.at(slot)
      if (!row) continue
      if (isLeavingSoon(row, now)) soon++
      const kind = this.#kinds[slot] ?? 'other'
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      const folder = row.originFolder
      if (folder !== null) folders.set(folder, (folders.get(folder) ?? 0) + 1)
      times[at++] = row.updatedAt
    }
    const origins = [...folders]
      .sort(([, one], [, other]) => other - one)
      .slice(0, mostOrigins)
      .map(([folder, count]) => ({ folder, count }))
    return { soon, kinds, origins, groups: groupsOf(times.subarray(0, at)) }
  }
}

/** Spans in which several items were deleted without a pause; not the whole trash. */
function groupsOf(times: Float64Array): Group[] {
  times.sort()
  const groups: Group[] = []
  let first = 0
  for (let next = 1; next <= times.length; next++) {
    const isSame =
      next < times.length && (times[next] as number) - (times[next - 1] as number) <= pauseBetween
    if (isSame) continue
    const count = next - first
    if (count > 1 && count < times.length) {
      groups.push({ from: times[first] as number, to: times[next - 1] as number, count })
    }
    first = next
  }
  return groups.reverse().slice(0, mostGroups)
}

const readers = new WeakMap<object, FacetReader>()

export const facetsOf = (listing: Listing<FileRow>, now: number): Facets =>
  overList(listing, 'facets', String(Math.floor(now / minute)), () => {
    let reader = readers.get(listing)
    if (!reader) readers.set(listing, (reader = new FacetReader()))
    return reader.read(listing, now)
  })
