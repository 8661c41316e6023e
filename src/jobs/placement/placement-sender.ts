import * as api from '#src/api/files/files.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { isSameOrBelow } from '#src/contract/uri.ts'
import type { SendItems } from '#src/jobs/job-definition.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { findItemAtUri, isNewerThan } from '#src/jobs/verification/item-lookup.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import {
  isReplacing,
  needsNewName,
  type PlacementItem,
  targetFolderUriOf,
} from './placement-request.ts'
import type { PlacementContext } from './placement-state.ts'
import { type RenamingCallbacks, RenamingSender } from './renaming-sender.ts'
import { trashFilesInTheWay, restoreReplacedFiles, sendUncovering } from './replaced-files.ts'
import {
  moveCopyOrRestore,
  sendBisecting,
  toBatchError,
  withKnownFailures,
} from './send-bisecting.ts'

/** What lists are to show, and may long before the items are done: a lock may be met between. */
export type PlacementCallbacks = RenamingCallbacks & {
  readonly onFolderCreated: (row: FileRow) => void
  /** What was in the way of these items is in the trash. */
  readonly onReplaced: (items: readonly PlacementItem[]) => void
  /** These files made room in vain and are back, or gone. */
  readonly onPutBack: (files: { readonly back: JobItem[]; readonly gone: JobItem[] }) => void
}

/**
 * Sends the items of a restore, a move or a copy: to a folder or to where they were, in place of what is there, or under
 * another name. The items of a request are of one stage, and so of one of these kinds.
 */
export function createPlacementSender(
  context: PlacementContext,
  events: PlacementCallbacks,
): SendItems<PlacementItem> {
  const { isCopy } = context.state
  const createFolders = createMissingFolders(context, events.onFolderCreated)
  const { send: sendUnderNewNames } = new RenamingSender(context, events)

  const replace: SendItems<PlacementItem> = async (items, signal) => {
    const failures = await trashFilesInTheWay(items, { ...context, signal })
    events.onReplaced(items)
    const [first] = items
    const free = items.filter((item) => !failures.has(item))
    const refused = await withKnownFailures(
      failures,
      sendBisecting(
        free,
        (some) => moveCopyOrRestore(some, first?.wish?.to, { isCopy, signal }),
        (item) => targetFolderUriOf(item) ?? undefined,
      ),
    )
    events.onPutBack(await restoreReplacedFiles([...refused.keys()], context))
    for (const [item, error] of refused) failures.set(item, error)
    if (failures.size > 0) throw toBatchError(failures)
  }

  const send: SendItems<PlacementItem> = async (items, signal) => {
    await createFolders(items, signal)
    const [first] = items
    if (!first) return
    if (isReplacing(first)) await replace(items, signal)
    else if (needsNewName(first)) await sendUnderNewNames(items, signal)
    else await moveCopyOrRestore(items, first.wish?.to, { isCopy, signal })
  }

  return (items, signal) =>
    items.some(({ wish }) => wish?.uncovers)
      ? sendUncovering(items, { ...context, signal }, (left) =>
          sendBisecting(left, (some) => send(some, signal)),
        )
      : send(items, signal)
}

type FolderContext = Pick<PlacementContext, 'state' | 'note' | 'startedAt'>

/** Looks up whether the job has created a folder of which the answer is lost. */
async function findCreatedFolder(
  folder: string,
  { state, note, startedAt }: FolderContext,
  onCreated: (row: FileRow) => void,
): Promise<void> {
  const existing = await lookUpWithRetry(() => findItemAtUri(folder))
  if (!existing || !isNewerThan(existing, state.foldersBegun.get(folder) ?? startedAt)) return
  const createdFolder = toFileRow(existing)
  onCreated(createdFolder)
  await note({ createdFolder })
}

/** Looks up, at the end of a job, all folders of which it is not known whether it has created them. */
export async function findCreatedFolders(
  context: FolderContext,
  onCreated: (row: FileRow) => void,
): Promise<void> {
  const { createdFolders, foldersBegun } = context.state
  for (const folder of foldersBegun.keys())
    if (!createdFolders.has(folder)) await findCreatedFolder(folder, context, onCreated)
}

/** Creates those of the folders that items need, in this order: parents have to come first. One that exists already is fine. */
function createMissingFolders(context: PlacementContext, onCreated: (row: FileRow) => void) {
  const { input, state, note } = context
  const created = new Set<string>()
  /** Those that may be there since the answer about them was lost, perhaps with the page before a reload. */
  const unanswered = new Set(state.foldersBegun.keys())
  return async (items: readonly FileRow[], signal: AbortSignal): Promise<void> => {
    const needed = (input.foldersToCreate ?? []).filter(
      (folder) =>
        !created.has(folder) && items.some(({ origin }) => origin && isSameOrBelow(origin, folder)),
    )
    for (const folder of needed) {
      signal.throwIfAborted()
      await note({ creates: [folder], at: serviceNow() })
      try {
        const createdFolder = toFileRow(await api.createEmptyItem(folder, 'folder', signal))
        onCreated(createdFolder)
        await note({ createdFolder })
      } catch (error) {
        // A lock is asked about, and a lost answer looked up; any other refusal shows when the items are restored.
        if (!(error instanceof ApiError)) unanswered.add(folder)
        else if (!unanswered.has(folder)) await note({ notCreated: folder })
        if (!(error instanceof ApiError) || error.code === ErrorCode.lockConflict) throw error
        if (unanswered.has(folder)) await findCreatedFolder(folder, context, onCreated)
      }
      created.add(folder)
    }
  }
}
