import type { QueryClient } from '@tanstack/react-query'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'
import { isRootUri, nameOfUri, parentUri, withoutNestedItems } from '#src/contract/uri.ts'
import {
  addToFolders,
  cachedFolderLists,
  isFolderOnScreen,
  isInCachedFolderList,
  reloadFolder,
  reloadSearches,
  removeFromFolders,
  showMovedItem,
} from '#src/features/file-lists/file-cache.ts'
import { askIfTransferTargetGone } from '#src/features/file-lists/write-target.ts'
import { resolveTransferClashes } from '#src/features/files/transfer-plan.ts'
import {
  cleanUpPlacement,
  createPlacementHandlers,
  ignoreRefusal,
  showPreviouslyReplacedFiles,
} from '#src/features/trash/placement-lists.ts'
import { markTrashStale } from '#src/features/trash/trash-list.ts'
import { defineJob, toUndoJobStarter } from '#src/jobs/define-job.ts'
import { findReplacedTargets, hasItemArrived } from '#src/jobs/placement/move-lookups.ts'
import {
  createPlacementSender,
  type PlacementJob,
  placementJobDefaults,
} from '#src/jobs/placement/placement-job.ts'
import {
  PlacementRequest,
  isKeepingBoth,
  isRenamedAfterMove,
  needsNewName,
  type PlacementItem,
  targetFolderUriOf,
  withPlacement,
} from '#src/jobs/placement/placement-request.ts'
import {
  copyStateDefinition,
  finalNameOf,
  finalUriOf,
  toArrivedRows,
  type PlacementContext,
  type PlacementNote,
  type PlacementState,
} from '#src/jobs/placement/placement-state.ts'
import { filesReplacedBy, hasUncovered } from '#src/jobs/placement/replaced-files.ts'
import { commandKeysOf } from '#src/jobs/runner/commands-at-work.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { findJob } from '#src/jobs/store/job-list.ts'
import type { JobResult, UndoJobStarter, JobContribution } from '#src/jobs/store/job.ts'
import {
  findItemAtUri,
  canMeanGoneOrMoved,
  isNewerThan,
  findItemsWithStaleUri,
} from '#src/jobs/verification/item-lookup.ts'
import { createOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'

const targetFoldersOf = (items: readonly PlacementItem[]): string[] => [
  ...new Set(items.flatMap((item) => targetFolderUriOf(item) ?? [])),
]

/** By id: the last names that items were given on their way, or were to be given by a request that may have arrived. */
const lastNamesGiven = ({ renames }: PlacementState): Map<string, string> =>
  new Map(
    [...renames].flatMap(([id, steps]) =>
      steps.slice(-1).map(({ to }): [string, string] => [id, to]),
    ),
  )

type Part = JobContribution<PlacementItem, PlacementRequest, PlacementState>

/** Moves items back to where they were, under the names that they had, with the files that they had replaced. */
const moveBack = (parts: readonly Part[]): PlacementRequest => ({
  items: parts.flatMap((part) =>
    part.result.done.map((item) => {
      const to = parentUri(item.uri) ?? ''
      const [row = item] = toArrivedRows([item], part)
      return withPlacement(row, {
        to,
        toId: part.input.origins?.find(({ folder }) => folder === to)?.id,
        name: row.name === item.name ? undefined : item.name,
        uncovers: filesReplacedBy([item], part)[0],
      })
    }),
  ),
})

/** Nothing is sent to a folder that is not where it was. */
async function findStaleUris(
  items: readonly PlacementItem[],
  context: PlacementContext,
): Promise<Map<string, Error>> {
  const { state, note, signal } = context
  // Items to be moved that may have another name already are looked up before each attempt.
  const isAtUri = (item: PlacementItem) =>
    state.isCopy ||
    !(state.moved.has(item.id) || (needsNewName(item) && state.renames.has(item.id)))
  const found = await findItemsWithStaleUri(items.filter(isAtUri), signal)
  for (const item of items) {
    const isMissed = hasErrorCode(found.get(item.id), ErrorCode.staleUri)
    if (!item.wish?.uncovers || !isMissed) continue
    if (!(await hasItemArrived(item, context, () => undefined))) continue
    // An undo before this one has brought it back, but not what it uncovers.
    await note({ moved: [item.id] })
    found.delete(item.id)
  }
  return new Map([...found, ...(await findReplacedTargets(items, signal))])
}

const transfer = (kind: 'move' | 'copy'): Omit<PlacementJob, 'isDone'> => ({
  ...placementJobDefaults,
  journal: { name: kind, version: 4, input: PlacementRequest },
  operation: ({ items }) => {
    const [folder, ...others] = targetFoldersOf(items)
    return {
      ...createOperation(kind, items),
      ...(folder !== undefined && others.length === 0 && { to: nameOfUri(folder) }),
    }
  },
  createSender: (context) => createPlacementSender(context, createPlacementHandlers(context)),
  findStaleUris,
  resultDetails: (context, done) => ({
    destinations: toArrivedRows(
      done.filter((item) => !isFolderOnScreen(context.client, targetFolderUriOf(item) ?? '')),
      context,
    ),
    replaced: new Map(context.state.replaced),
    newNames: done.filter(
      (item) => isRenamedAfterMove(item) && finalNameOf(item, context) !== item.wish?.name,
    ).length,
    // Copies under other names are deleted instead.
    ...(kind === 'move' && { renamed: lastNamesGiven(context.state) }),
  }),
  mayAlreadyBeDone: canMeanGoneOrMoved,
  // Asks again about names that are taken. The service is asked which they are, since the loaded list does not have the
  // item in the way.
  again: (input) => resolveTransferClashes(kind, input, () => undefined),
  invalidates: () => [keys.files.infos(), keys.users.capacity(), keys.links.list()],
  onSettled: ({ done }, context) => cleanUp(done, context),
  onDiscard: (done, context) => cleanUp(done, context).catch(ignoreRefusal),
})

/** Whether a file may be a copy of the item as its row has it, or as it is by now. */
async function isLike(file: File, item: FileRow, signal: AbortSignal): Promise<boolean> {
  const { isFolder, size } = toFileRow(file)
  if (isFolder !== item.isFolder) return false
  return isFolder || size === item.size || size === (await findItemAtUri(item.uri, signal))?.size
}

/** Puts right what belongs to items that did not arrive, and reloads the folders where that shows. */
async function cleanUp(done: readonly PlacementItem[], context: PlacementContext): Promise<void> {
  const { client, input, state } = context
  // A copy that the service could not finish may be in the trash.
  if (state.isCopy && done.length < input.items.length) markTrashStale(client)
  try {
    await cleanUpPlacement(done, context)
  } finally {
    reloadSearches(client)
    // A row is shown as shared where its item is now, though its link may have been deleted meanwhile.
    const changed = new Set(
      targetFoldersOf(
        state.isCopy
          ? input.items
          : input.items.filter(
              ({ isShared, wish }) => isShared || (wish?.onClash ?? wish?.name) !== undefined,
            ),
      ),
    )
    // Creating the folder in which copies are renamed creates those above it again when they were deleted meanwhile.
    if (state.isCopy)
      for (const folder of targetFoldersOf(input.items.filter(isKeepingBoth)))
        changed.add(parentUri(folder) ?? '')
    for (const folder of changed) reloadFolder(client, folder)
  }
}

export const move = defineJob<PlacementItem, PlacementRequest, PlacementState, PlacementNote>({
  ...transfer('move'),
  isDone: async (item, context) => {
    const isThere = await hasItemArrived(item, context, (uri) => {
      // A row that a write has confirmed since is newer.
      if (isInCachedFolderList(context.client, item)) showMovedItem(context.client, item, uri)
    })
    return isThere && hasUncovered(item, context)
  },
  patch: (done, context) => {
    const { client } = context
    removeFromFolders(client, [...done, ...filesReplacedBy(done, context)])
    addToFolders(client, toArrivedRows(done, context))
    showPreviouslyReplacedFiles(client, done)
  },
  undo: (parts): UndoJobStarter => toUndoJobStarter(move, () => moveBack(parts)),
  onPartlyDone: ({ client }) => reloadSearches(client),
})

export const copy = defineJob<PlacementItem, PlacementRequest, PlacementState, PlacementNote>({
  ...transfer('copy'),
  state: copyStateDefinition,
  // A copy has an id of its own; an item that is older than the job, or unlike the original, is not its copy.
  isDone: async (item, context) => {
    // Its own name is taken, and it has not been given another yet.
    if (isKeepingBoth(item) && !context.state.newNames.has(item.id)) return false
    const found = await findItemAtUri(finalUriOf(item, context) ?? '', context.signal)
    if (filesReplacedBy([item], context).some(({ id }) => id === found?.id)) return false
    return (
      found !== undefined &&
      isNewerThan(found, context.startedAt) &&
      (await isLike(found, item, context.signal))
    )
  },
  onPartlyDone: ({ client, input }) => {
    reloadSearches(client)
    for (const folder of targetFoldersOf(input.items)) reloadFolder(client, folder)
  },
})

/** The rows of a folder whose list is loaded completely. */
function listedRows(client: QueryClient, folder: string): FileRow[] | undefined {
  const list = cachedFolderLists(client).find(({ uri }) => uri === folder)?.list
  if (list?.loadState.at !== 'complete') return undefined
  return Array.from(list.order, (rowIndex) => list.at(rowIndex)).filter((row) => row !== undefined)
}

/** The ids of the folders that these items are in, where they are known. The root is always the same one. */
function originsOf(client: QueryClient, items: readonly FileRow[]) {
  const folders = new Set(items.flatMap(({ uri }) => parentUri(uri) ?? []))
  return cachedFolderLists(client).flatMap(({ uri, list }) => {
    const id = list.head?.self?.id
    return id !== undefined && folders.has(uri) && !isRootUri(uri) ? [{ folder: uri, id }] : []
  })
}

/** Until a move is planned no other one takes up its items: their URIs would lead nowhere once it has ended. */
async function planMove<T>(
  wanted: PlacementRequest,
  plan: (free: PlacementRequest) => Promise<T>,
): Promise<T | undefined> {
  const { commands } = move
  const items = commands.freeItems(wanted)
  if (items.length === 0) return undefined
  const commandKeys = commandKeysOf(move.definition, items, wanted)
  commands.planned.add(commandKeys)
  return plan({ ...wanted, items }).finally(() => commands.planned.delete(commandKeys))
}

/**
 * Moves or copies items to a folder; asks first when names are taken there. Resolves to what became of them, under the names that they have there, undefined when the user
 * cancels.
 */
export async function transferItems(
  client: QueryClient,
  kind: 'move' | 'copy',
  wanted: { readonly items: readonly FileRow[]; readonly folder: string },
): Promise<JobResult | undefined> {
  const write = kind === 'move' ? move : copy
  const plan = async ({ items: rows }: PlacementRequest) => {
    const target = await askIfTransferTargetGone(client, wanted.folder)
    if (!target) return undefined
    const { uri: to, id: toId } = target
    const items = rows.map((row) => withPlacement(row, { to, toId }))
    const wish = { items, origins: originsOf(client, items) }
    return resolveTransferClashes(kind, wish, (folder) => listedRows(client, folder))
  }
  const to = wanted.folder
  const wish = { items: withoutNestedItems(wanted.items).map((row) => withPlacement(row, { to })) }
  const planned = await (kind === 'move' ? planMove(wish, plan) : plan(wish))
  if (!planned?.input) return undefined
  const result = await startMutation(client, write(), planned.input)
  const part = findJob(result.jobId)?.own as Part | undefined
  return { ...result, done: part ? toArrivedRows(part.result.done, part) : [] }
}
