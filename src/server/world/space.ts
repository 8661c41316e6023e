import type { Service } from '#src/server/service.ts'
import type { SampleFile } from '#src/server/world/contents.ts'

export const day = 24 * 3600_000

/** Ids of the accounts and of the group "Design", which the owner is not in. */
export type People = Record<'owner' | 'colleague' | 'secondFactor' | 'design', string>
export type Laying = {
  /** Pictures are drawn no wider than this; 1200 unless told otherwise. */
  pictureWidth?: number
  /** Items of each kind in the large world; 100,000 unless told otherwise. */
  scale?: number
  /** Called as the work goes on. */
  onProgress?: (done: number, total: number) => void
}

export type Made = { file: SampleFile; bytes: Uint8Array }
/** One person's space while it is filled. Paths are joined by slashes. */
export type Space = {
  service: Service
  people: People
  owner: string
  has(path: string): boolean
  /** Id of what is there. Throws for what is not. */
  idOf(path: string): string
  /** When it was made, in days before now. */
  ageOf(path: string): number
  put(made: Made): string
}

/** A person's own space. What is put there is dated back from now. */
export function openSpace(service: Service, people: People, owner: string): Space {
  const ids = new Map<string, string>()
  const ages = new Map<string, number>()
  return {
    service,
    people,
    owner,
    has: (path) => ids.has(path),
    idOf(path) {
      const id = ids.get(path)
      if (id === undefined) throw new Error(`nothing at ${path}`)
      return id
    },
    ageOf: (path) => ages.get(path) ?? 0,
    put({ file, bytes }) {
      const at = Math.floor(service.now() - file.daysAgo * day)
      for (let depth = 1; depth < file.path.length; depth++) {
        const folder = file.path.slice(0, depth)
        const path = folder.join('/')
        ids.set(path, service.lay.addFolder(owner, folder))
        ages.set(path, Math.max(ages.get(path) ?? 0, file.daysAgo + 0.01))
      }
      const path = file.path.join('/')
      const id = service.lay.addFile(owner, file.path, {
        contents: bytes,
        createdAt: at,
        ...(file.metadata ? { metadata: file.metadata } : {}),
      })
      ids.set(path, id)
      ages.set(path, file.daysAgo)
      return id
    },
  }
}

/** A folder is as old as the oldest thing in it and was changed by the newest. */
export function settleFolders(space: Space, made: readonly Made[]): void {
  const changed = new Map<string, number>()
  for (const { file } of made) {
    for (let depth = 1; depth < file.path.length; depth++) {
      const path = file.path.slice(0, depth).join('/')
      changed.set(path, Math.min(changed.get(path) ?? Infinity, file.daysAgo))
    }
  }
  for (const [path, daysAgo] of changed) {
    const now = space.service.now()
    space.service.db.run('UPDATE files SET created_at = ?, updated_at = ? WHERE id = ?', [
      Math.floor(now - space.ageOf(path) * day),
      Math.floor(now - daysAgo * day),
      space.idOf(path),
    ])
  }
}
