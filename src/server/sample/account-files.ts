import type { EmbeddedService } from '#src/server/service.ts'
import type { SampleFile } from './manifest.ts'

export const dayMs = 24 * 3600_000

/** Ids of the sample accounts, and of the group "Design", which the owner is not in. */
export type AccountIds = Record<'owner' | 'colleague' | 'secondFactor' | 'design', string>

export type SampleFileWithBytes = { file: SampleFile; bytes: Uint8Array }

/** The files of one account while they are seeded. Paths are names joined by slashes. */
export type SampleFilesSeeder = {
  service: EmbeddedService
  accounts: AccountIds
  /** The id of the account. */
  account: string
  has(path: string): boolean
  /** The id of a file or folder. Throws for one that was not added. */
  idOf(path: string): string
  /** Age in days. */
  ageOf(path: string): number
  /** Adds files and their folders, dated back from now. A folder is as old as its oldest file and was changed by its newest. */
  addAll(files: readonly SampleFileWithBytes[]): void
}

/** Starts to seed the files of the account with the id `owner`. */
export function createSampleFilesSeeder(
  service: EmbeddedService,
  accounts: AccountIds,
  owner: string,
): SampleFilesSeeder {
  const ids = new Map<string, string>()
  const ages = new Map<string, number>()

  function idOf(path: string): string {
    const id = ids.get(path)
    if (id === undefined) throw new Error(`nothing at ${path}`)
    return id
  }

  function add({ file, bytes }: SampleFileWithBytes): void {
    const { path } = file
    for (const folder of foldersOf(file)) {
      ids.set(folder, service.seed.addFolder(owner, folder.split('/')))
      ages.set(folder, Math.max(ages.get(folder) ?? 0, file.daysAgo + 0.01))
    }
    const id = service.seed.addFile(owner, path.split('/'), {
      contents: bytes,
      createdAt: Math.floor(service.now() - file.daysAgo * dayMs),
      ...(file.metadata ? { metadata: file.metadata } : {}),
    })
    ids.set(path, id)
    ages.set(path, file.daysAgo)
  }

  function dateFolders(files: readonly SampleFileWithBytes[]): void {
    const changed = new Map<string, number>()
    for (const { file } of files) {
      for (const folder of foldersOf(file)) {
        changed.set(folder, Math.min(changed.get(folder) ?? Infinity, file.daysAgo))
      }
    }
    const now = service.now()
    for (const [path, daysAgo] of changed) {
      service.db.run('UPDATE files SET created_at = ?, updated_at = ? WHERE id = ?', [
        Math.floor(now - (ages.get(path) ?? 0) * dayMs),
        Math.floor(now - daysAgo * dayMs),
        idOf(path),
      ])
    }
  }

  return {
    service,
    accounts,
    account: owner,
    has: (path) => ids.has(path),
    idOf,
    ageOf: (path) => ages.get(path) ?? 0,
    addAll(files) {
      for (const file of files) add(file)
      dateFolders(files)
    },
  }
}

/** The paths of all folders that a file is in, the outermost first. */
function foldersOf({ path }: SampleFile): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'))
}
