import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { serverFilePath } from '#src/server/server-file.ts'

/** Copies that are kept; the oldest goes when there is one more. */
const keptCopies = 7
/** Milliseconds after which a copy that failed is tried again. */
const retryDelayMs = 3600_000

/** A copy of the database; `name` is its day, behind which that of a copy before an upgrade names the old version. */
export type DatabaseCopy = { readonly name: string; readonly path: string; readonly madeAt: Date }

const dayOf = ({ name }: { name: string }) => name.slice(0, 'yyyy-mm-dd'.length)
const dayAt = (time: number) => dayOf({ name: new Date(time).toISOString() })
const folderOf = (dir: string) => join(dir, 'copies')

/** The copies of the database in `dir`, the newest first. */
export function listDatabaseCopies(dir: string): DatabaseCopy[] {
  const folder = folderOf(dir)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^\d{4}-\d\d-\d\d.*\.db$/.test(name))
    .map((name) => {
      const path = join(folder, name)
      return { name: name.slice(0, -'.db'.length), path, madeAt: statSync(path).mtime }
    })
    .sort((a, b) => dayOf(b).localeCompare(dayOf(a)) || b.madeAt.getTime() - a.madeAt.getTime())
}

/** Removes what copies have written that were not finished, for lack of room or by a kill. */
export function removeUnfinishedDatabaseCopies(dir: string): void {
  const folder = folderOf(dir)
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (/^\d{4}-.*\.db\.new(?:-journal)?$/.test(name)) rmSync(join(folder, name))
}

/** Throws when there is no room for as much again as a copy takes: others still have to write, too. */
function requireRoomForCopy(path: string, folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = 2 * statSync(path).size
  if (bavail * bsize < needed)
    throw new Error(`a copy of the database needs ${Math.ceil(needed / 1e6)} MB free`)
}

/**
 * Copies the database in `dir` in a thread of its own and removes the oldest copies. The day is that of `time`, in
 * milliseconds since 1970 (UTC). Rejects with errors of the disk, and leaves nothing of the copy then.
 */
export async function copyDatabaseAndPruneCopies(
  dir: string,
  time: number,
  ending = '',
): Promise<void> {
  const folder = folderOf(dir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeUnfinishedDatabaseCopies(dir)
  const path = join(dir, 'latchkey.db')
  requireRoomForCopy(path, folder)
  const target = join(folder, `${dayAt(time)}${ending}.db`)
  const file = serverFilePath('storage/copy-database.mjs')
  try {
    // An error of the thread rejects.
    await once(new Worker(file, { workerData: { path, target } }), 'exit')
  } finally {
    removeUnfinishedDatabaseCopies(dir)
  }
  for (const { path } of listDatabaseCopies(dir).slice(keptCopies)) rmSync(path)
}

/** Folders whose database is being copied. */
const copying = new Set<string>()
/** When the last copy of a folder has failed. */
const failedAt = new Map<string, number>()

/**
 * Copies the database in `dir` when the last copy is of an earlier day, none is being made, and none has failed within
 * the last hour. Reports errors on the console.
 */
export async function copyDatabaseIfDue(dir: string, time: number): Promise<void> {
  const hasJustFailed = Math.abs(time - (failedAt.get(dir) ?? -Infinity)) < retryDelayMs
  if (copying.has(dir) || hasJustFailed) return
  copying.add(dir)
  try {
    if (listDatabaseCopies(dir).some(({ name }) => name === dayAt(time))) return
    await copyDatabaseAndPruneCopies(dir, time)
  } catch (error) {
    failedAt.set(dir, time)
    console.error('Latchkey: the database could not be copied', error)
  } finally {
    copying.delete(dir)
  }
}
