import { firstOfLargestGroup } from '#src/lib/group-by.ts'
import { newId } from '#src/server/storage/ids.ts'

/** Maximum number of remembered archives. Of too many the oldest of the user who has most is forgotten. */
const maxArchives = 500

/** An item that an archive holds with everything below it; without a grant of a share it is the caller's own. */
export type ItemWithGrant = { readonly key: number; readonly grant: string | undefined }

/** What is behind the URL of an archive. */
export type RegisteredArchive = {
  readonly items: readonly ItemWithGrant[]
  /** Key of the user who asked for it. */
  readonly userKey: number | undefined
  /** The newest of all items when the URL was made: what was added later is not in the archive. */
  readonly newestKey: number
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** The items behind the URLs of archives, in memory: a restart forgets them. */
export type ArchiveRegistry = {
  /** Remembers an archive until it expires; returns its id. */
  add(archive: RegisteredArchive): string
  get(id: string): RegisteredArchive | undefined
}

/** Creates an empty registry. `now` is in milliseconds since 1970. */
export function createArchiveRegistry(now: () => number): ArchiveRegistry {
  const known = new Map<string, RegisteredArchive>()
  return {
    add(added) {
      for (const [id, { expires }] of known) {
        if (expires > now()) break
        known.delete(id)
      }
      const dropped =
        known.size >= maxArchives ? firstOfLargestGroup(known, (each) => each.userKey) : undefined
      if (dropped !== undefined) known.delete(dropped)
      const id = newId()
      known.set(id, added)
      return id
    },
    get: (id) => known.get(id),
  }
}
