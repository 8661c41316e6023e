import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { serverFilePath } from '#src/server/server-file.ts'

/** Copies that are kept; the oldest goes when there is one more. */
const keptCopies = 7

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

/**
 * Copies the database in `dir` in a thread of its own and removes the oldest copies. The day is that of `time`, in
 * milliseconds since 1970 (UTC). Rejects with errors of the disk; an unfinished copy is not listed.
 */
export async function copyDatabaseAndPruneCopies(
  dir: string,
  time: number,
  ending = '',
): Promise<void> {
  const folder = folderOf(dir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = dayAt(time) + ending
  const worker = new Worker(serverFilePath('storage/copy-database.mjs'), {
    workerData: { path: join(dir, 'latchkey.db'), target: join(folder, `${name}.db`) },
  })
  // An error of the thread rejects.
  await once(worker, 'exit')
  for (const { path } of listDatabaseCopies(dir).slice(keptCopies)) rmSync(path)
}

/** Folders whose database is being copied. */
const copying = new Set<string>()

/**
 * Copies the database in `dir` when the last copy is of an earlier day and none is being made. Reports errors on the
 * console.
 */
export async function copyDatabaseIfDue(dir: string, time: number): Promise<void> {
  if (copying.has(dir)) return
  copying.add(dir)
  try {
    if (listDatabaseCopies(dir).some(({ name }) => name === dayAt(time))) return
    await copyDatabaseAndPruneCopies(dir, time)
  } catch (error) {
    console.error('Latchkey: the database could not be copied', error)
  } finally {
    copying.delete(dir)
  }
}
