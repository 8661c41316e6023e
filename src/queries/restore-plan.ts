import { listFiles } from '#src/api/files.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import type { FileRow } from './files.ts'
import { homeOf } from './trash-writes.ts'

/*
 * What a restore will meet, as far as that can be known before it begins: from the items themselves and a few looks at
 * where they are to go. It never holds the restore up for long; what is not known is met on the way.
 */

/** Folders looked at, the fullest first; how many at a time; and for how long, in ms. */
const mostFolders = 20
const atOnce = 4
const patience = 1_000
/** Rows of a folder that are looked at for names. */
const mostNames = 2_000

/** Rows that are read between two breaths. */
const rowsAtOnce = 1_000

export type RestorePlan = {
  readonly total: number
  /** Where items go, what is missing first, then the fullest; missing is what nothing of this restore brings back. */
  readonly destinations: readonly {
    readonly folder: string
    readonly count: number
    readonly isMissing: boolean
  }[]
  /** Folders that would have to be made, parents first. */
  readonly missing: readonly string[]
  /** Items whose folder is missing. */
  readonly homeless: readonly FileRow[]
  /** Items whose name is taken where they were, or by another item of this restore. */
  readonly clashes: readonly FileRow[]
}

/** What a folder has: ids by name. */
type Look = { isMissing: boolean; names: ReadonlyMap<string, string> }

async function lookAt(folder: string, signal: AbortSignal): Promise<Look | undefined> {
  try {
    const order = { order: 'name', direction: 'asc' }
    const { files } = await listFiles(folder, { size: mostNames, ...order }, signal)
    return { isMissing: false, names: new Map(files.map(({ name, id }) => [name, id])) }
  } catch (error) {
    const isMissing = error instanceof ApiError && error.code === Code.pathNotFound
    return isMissing ? { isMissing, names: new Map() } : undefined
  }
}

async function lookAtAll(folders: readonly string[]): Promise<Map<string, Look>> {
  const found = new Map<string, Look>()
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), patience)
  const queue = [...folders]
  const work = async () => {
    for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
      if (stop.signal.aborted) return
      const look = await lookAt(folder, stop.signal).catch(() => undefined)
      if (look) found.set(folder, look)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  clearTimeout(timer)
  return found
}

const above = (uri: string): string => uri.slice(0, uri.lastIndexOf('/'))
const isRoot = (uri: string): boolean => uri.indexOf('/', uri.indexOf('://') + 3) < 0

/** What is in the way of restoring these items; undefined when there is nothing to decide. */
export async function planRestore(rows: readonly FileRow[]): Promise<RestorePlan | undefined> {
  const groups = new Map<string, FileRow[]>()
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === rowsAtOnce - 1) await new Promise((resolve) => setTimeout(resolve, 0))
    const home = homeOf(row)
    if (home === null) continue
    const group = groups.get(home)
    if (group) group.push(row)
    else groups.set(home, [row])
  }
  const fullest = [...groups].sort(([, one], [, other]) => other.length - one.length)
  const looks = await lookAtAll(fullest.slice(0, mostFolders).map(([folder]) => folder))

  // What is restored itself brings back the folders in it.
  const back = new Set(rows.flatMap(({ isFolder, origin }) => (isFolder && origin ? [origin] : [])))
  const isBack = (folder: string): boolean => {
    for (let at = folder; !isRoot(at); at = above(at)) if (back.has(at)) return true
    return false
  }
  const missing = new Set<string>()
  const homeless: FileRow[] = []
  const clashes: FileRow[] = []
  const destinations: RestorePlan['destinations'][number][] = []
  for (const [folder, group] of fullest) {
    const look = looks.get(folder)
    const isMissing = look?.isMissing === true && !isBack(folder)
    destinations.push({ folder, count: group.length, isMissing })
    if (isMissing) {
      homeless.push(...group)
      for (let at = folder; !isRoot(at); at = above(at)) {
        if (looks.get(at)?.isMissing === false) break
        missing.add(at)
      }
    }
    const names = new Map(look?.names)
    for (const row of group) {
      const holder = names.get(row.name)
      // What has its name itself has been restored elsewhere.
      if (holder !== undefined && holder !== row.id) clashes.push(row)
      names.set(row.name, row.id)
    }
  }
  if (homeless.length === 0 && clashes.length === 0) return undefined
  destinations.sort((a, b) => Number(b.isMissing) - Number(a.isMissing) || b.count - a.count)
  const byDepth = [...missing].sort((a, b) => a.split('/').length - b.split('/').length)
  return { total: rows.length, destinations, missing: byDepth, homeless, clashes }
}
