import { newId } from '#src/server/storage/ids.ts'

/** Maximum number of remembered archives; the oldest is forgotten first. */
const maxArchives = 500

/** The items behind the URLs of archives, in memory: a restart forgets them. */
export type ArchiveRegistry = {
  /** Remembers the keys of items until `expires` (milliseconds since 1970); returns the id of the archive. */
  add(keys: readonly number[], expires: number): string
  get(id: string): readonly number[] | undefined
}

/** Creates an empty registry. `now` is in milliseconds since 1970. */
export function createArchiveRegistry(now: () => number): ArchiveRegistry {
  const known = new Map<string, { keys: readonly number[]; expires: number }>()
  return {
    add(keys, expires) {
      for (const [id, archive] of known) {
        if (archive.expires > now() && known.size < maxArchives) break
        known.delete(id)
      }
      const id = newId()
      known.set(id, { keys, expires })
      return id
    },
    get: (id) => known.get(id)?.keys,
  }
}
