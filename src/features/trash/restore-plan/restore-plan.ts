import { folderAndAncestors } from '#src/contract/uri.ts'
import { FolderAndNameLookup } from '#src/features/trash/restore-plan/folder-lookup.ts'
import { findNameClashes, type RowNameClash } from '#src/jobs/placement/placement-request.ts'
import { defineQuestionKind } from '#src/jobs/questions/questions.ts'
import { createYielder } from '#src/lib/concurrency/yield-to-main.ts'
import type { DecidedNameClashes } from '#src/lib/names/name-clash.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import { originalFolderOf } from '#src/lists/rows/original-folder.ts'

/*
 * Finds out what a restore will meet before it starts, from the items themselves and from the folders that they go to.
 * The lookup is limited in time; the plan says when it could not look at everything, and what stays unknown is met during
 * the restore.
 */

/** What a restore will meet, as far as it can be known before it starts. */
export type RestorePlan = {
  readonly total: number
  /** The chosen folder; undefined when each item goes to where it was. */
  readonly to: string | undefined
  /** Where items go: missing folders that the restore itself does not bring back first, then by number of items. */
  readonly destinations: readonly {
    readonly folder: string
    readonly count: number
    readonly isMissing: boolean
  }[]
  /** How many of the destinations could not be looked at in time, or not wholly. */
  readonly unknownFolders: number
  /** URIs of the folders of which the service says that they are missing, parents first. */
  readonly missingFolders: readonly string[]
  /** URIs of the folders to create: the missing ones, and those above them about which nothing is known. */
  readonly foldersToCreate: readonly string[]
  /** Items whose folder is missing, or is to come back into one that is. */
  readonly itemsWithoutFolder: readonly FileRow[]
  /** Items whose name is taken in their folder, or by another item of the restore. */
  readonly nameClashes: readonly RowNameClash[]
}

const lookupTimeoutMs = 3_000

/** These items are to be restored to where each of them was, or to one folder. */
export type RestorePlanInput = {
  readonly rows: readonly FileRow[]
  readonly to?: string | undefined
}

/** Groups the items by the folder they go to, fullest folder first. */
async function groupByFolder({ rows, to }: RestorePlanInput): Promise<[string, FileRow[]][]> {
  if (to !== undefined) return [[to, [...rows]]]
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

const byDepth = (one: string, other: string): number =>
  one.split('/').length - other.split('/').length

/**
 * Finds what the user has to decide before these items are restored; undefined when there is nothing. For a single item
 * that is only a name that is taken: its result says everything else just as well. Rejects only when the session ends.
 */
export async function findRestoreProblems(
  wish: RestorePlanInput,
): Promise<RestorePlan | undefined> {
  const { rows } = wish
  const groups = await groupByFolder(wish)
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), lookupTimeoutMs)
  const lookup = new FolderAndNameLookup(stop.signal)
  const folders = groups.map(([folder]) => folder)
  const [only] = rows
  if (rows.length === 1 && only && folders[0] !== undefined)
    await lookup.readName(folders[0], only.name)
  else await lookup.readAll(folders)
  // A restored folder brings back the folders below it.
  const restoredFolders = new Set(
    rows.flatMap(({ isFolder, origin }) => (isFolder && origin ? [origin] : [])),
  )
  // A folder that was chosen is there; when somebody deletes it meanwhile, the result says so.
  const isMissing = (folder: string): boolean =>
    wish.to === undefined &&
    lookup.of(folder).state === 'missing' &&
    !isAtOrBelowAny(folder, restoredFolders)
  const missing = await lookup.missingAncestors(folders.filter(isMissing))
  const foldersToCreate = missing.sort(byDepth)
  clearTimeout(timer)

  const missingFolders = foldersToCreate.filter((folder) => lookup.of(folder).state === 'missing')
  const allMissing = new Set(missingFolders)
  const itemsWithoutFolder: FileRow[] = []
  const nameClashes: RowNameClash[] = []
  const destinations: RestorePlan['destinations'][number][] = []
  for (const [folder, group] of groups) {
    const { names } = lookup.of(folder)
    const clashes = findNameClashes(group, ({ id, name }) => {
      const holder = names.get(name)
      // An item that holds its own name has been restored elsewhere.
      return holder && holder.id !== id ? toFileRow(holder) : undefined
    })
    destinations.push({ folder, count: group.length, isMissing: isMissing(folder) })
    if (isAtOrBelowAny(folder, allMissing)) itemsWithoutFolder.push(...group)
    nameClashes.push(...clashes)
  }
  const unknownFolders = folders.filter((folder) => !lookup.of(folder).isComplete).length
  if (rows.length === 1 && nameClashes.length === 0) return undefined
  if (itemsWithoutFolder.length + nameClashes.length + unknownFolders === 0) return undefined
  return {
    total: rows.length,
    to: wish.to,
    destinations: destinations.sort(
      (one, other) => Number(other.isMissing) - Number(one.isMissing) || other.count - one.count,
    ),
    unknownFolders,
    missingFolders,
    foldersToCreate,
    itemsWithoutFolder,
    nameClashes,
  }
}

/** What the user decided. */
export type RestorePlanAnswer = DecidedNameClashes & {
  /** URIs of the missing folders that are not to be created. */
  readonly omittedFolders: ReadonlySet<string>
}

/** Asks before a restore how to handle missing folders and name clashes (T9); undefined for Cancel. */
export const restorePlanQuestion = defineQuestionKind<RestorePlan, RestorePlanAnswer | undefined>(
  'restore plan',
  undefined,
)

/** Whether one of these is this folder or above it. */
export const isAtOrBelowAny = (folder: string, folders: ReadonlySet<string>): boolean =>
  [...folderAndAncestors(folder)].some((each) => folders.has(each))

/** The ids of the items that stay in the trash, as the user has decided. */
export function idsLeftInTrash(
  { itemsWithoutFolder }: RestorePlan,
  { decided, omittedFolders }: Pick<RestorePlanAnswer, 'decided' | 'omittedFolders'>,
): ReadonlySet<string> {
  const left = new Set<string>()
  for (const item of itemsWithoutFolder)
    if (isAtOrBelowAny(originalFolderOf(item) ?? '', omittedFolders)) left.add(item.id)
  for (const [id, { choice }] of decided) if (choice === 'skip') left.add(id)
  return left
}
