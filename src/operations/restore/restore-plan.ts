import { listFiles } from '#src/api/files.ts'
import { retryTransient } from '#src/api/retry.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { forEachConcurrently } from '#src/lib/for-each-concurrently.ts'
import { createYielder } from '#src/lib/yield-to-main.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { originalFolderOf } from '#src/lists/folders/original-folder.ts'
import type { RestorePlan } from '#src/stores/batches/restore-plans.ts'

/*
 * Finds out what a restore will meet before it starts, from the items themselves and from a few folders that they go to.
 * The lookup is limited in number and time; what stays unknown is met during the restore.
 */

/** Folders that are looked up, those with the most items first. */
const maxFolders = 20
const maxInFlight = 4
const maxRetries = 2
const lookupTimeoutMs = 1_000
/** Rows of a folder that are read for their names. */
const maxNames = 2_000

/** What a destination folder contains: ids by name. */
type FolderContent = { isMissing: boolean; idsByName: ReadonlyMap<string, string> }

async function readFolder(folder: string, signal: AbortSignal): Promise<FolderContent | undefined> {
  try {
    const order = { order: 'name', direction: 'asc' }
    const { files } = await retryTransient(
      () => listFiles(folder, { size: maxNames, ...order }, signal),
      { maxRetries, signal },
    )
    return { isMissing: false, idsByName: new Map(files.map(({ name, id }) => [name, id])) }
  } catch (error) {
    return isNotFound(error) ? { isMissing: true, idsByName: new Map() } : undefined
  }
}

async function readFolders(folders: readonly string[]): Promise<Map<string, FolderContent>> {
  const contents = new Map<string, FolderContent>()
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), lookupTimeoutMs)
  await forEachConcurrently(folders, maxInFlight, async (folder) => {
    if (stop.signal.aborted) return
    const content = await readFolder(folder, stop.signal)
    if (content) contents.set(folder, content)
  })
  clearTimeout(timer)
  return contents
}

/** The items by the folder they were in, fullest folder first. */
async function groupByOriginalFolder(rows: readonly FileRow[]): Promise<[string, FileRow[]][]> {
  const groups = new Map<string, FileRow[]>()
  const yielder = createYielder()
  for (const row of rows) {
    if (yielder.isDue()) await yielder.yieldToMain()
    const folder = originalFolderOf(row)
    if (folder === null) continue
    const group = groups.get(folder)
    if (group) group.push(row)
    else groups.set(folder, [row])
  }
  return [...groups].sort(([, one], [, other]) => other.length - one.length)
}

const isRoot = (uri: string): boolean => uri.indexOf('/', uri.indexOf('://') + 3) < 0

/** The folder and those above it, without the root. By text: there may be thousands of folders. */
function* withAncestors(folder: string): Generator<string> {
  for (let uri = folder; !isRoot(uri); uri = uri.slice(0, uri.lastIndexOf('/'))) yield uri
}

/** The items of a folder whose name another item has, there or in the restore itself. */
function nameClashesIn(rows: readonly FileRow[], content: FolderContent | undefined): FileRow[] {
  const idsByName = new Map(content?.idsByName)
  return rows.filter((row) => {
    const holder = idsByName.get(row.name)
    idsByName.set(row.name, row.id)
    // An item that holds its own name has been restored elsewhere.
    return holder !== undefined && holder !== row.id
  })
}

const byDepth = (one: string, other: string): number =>
  one.split('/').length - other.split('/').length

/** What the user has to decide before these items are restored; undefined when there is nothing. Never rejects. */
export async function planRestore(rows: readonly FileRow[]): Promise<RestorePlan | undefined> {
  const groups = await groupByOriginalFolder(rows)
  const contents = await readFolders(groups.slice(0, maxFolders).map(([folder]) => folder))
  // A restored folder brings back the folders below it.
  const restoredFolders = new Set(
    rows.flatMap(({ isFolder, origin }) => (isFolder && origin ? [origin] : [])),
  )
  const missingFolders = new Set<string>()
  const itemsWithoutFolder: FileRow[] = []
  const nameClashes: FileRow[] = []
  const destinations: RestorePlan['destinations'][number][] = []
  for (const [folder, group] of groups) {
    const content = contents.get(folder)
    const isMissing =
      content?.isMissing === true &&
      ![...withAncestors(folder)].some((each) => restoredFolders.has(each))
    destinations.push({ folder, count: group.length, isMissing })
    if (isMissing) {
      itemsWithoutFolder.push(...group)
      for (const each of withAncestors(folder)) {
        if (contents.get(each)?.isMissing === false) break
        missingFolders.add(each)
      }
    }
    nameClashes.push(...nameClashesIn(group, content))
  }
  if (itemsWithoutFolder.length === 0 && nameClashes.length === 0) return undefined
  return {
    total: rows.length,
    destinations: destinations.sort(
      (one, other) => Number(other.isMissing) - Number(one.isMissing) || other.count - one.count,
    ),
    missingFolders: [...missingFolders].sort(byDepth),
    itemsWithoutFolder,
    nameClashes,
  }
}
