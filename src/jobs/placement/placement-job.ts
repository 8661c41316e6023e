import * as api from '#src/api/files/files.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import { isInTrash, isSameOrBelow, parentUriAsText } from '#src/contract/uri.ts'
import type { JobDefinition, SendItems, SendStage } from '#src/jobs/job-definition.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import {
  findItemAtUri,
  isNewerThan,
  maxRequestsInFlight,
} from '#src/jobs/verification/item-lookup.ts'
import { groupBy } from '#src/lib/group-by.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import {
  isReplacing,
  needsNewName,
  type PlacementItem,
  type PlacementRequest,
  targetFolderUriOf,
  targetUriOf,
} from './placement-request.ts'
import {
  finalUriOf,
  type PlacementContext,
  type PlacementNote,
  type PlacementState,
  placementStateDefinition,
} from './placement-state.ts'
import { type RenamingCallbacks, RenamingSender } from './renaming-sender.ts'
import { trashFilesInTheWay, restoreReplacedFiles, sendUncovering } from './replaced-files.ts'
import {
  moveCopyOrRestore,
  sendBisecting,
  toBatchError,
  withKnownFailures,
} from './send-bisecting.ts'

/* What the definitions of a restore, a move and a copy share: the order of their items, and what sends them. */

/** Items of one folder are one after the other, so that they are in as few requests as possible. */
const byOriginalFolder = (items: readonly PlacementItem[]): PlacementItem[] =>
  [...groupBy(items, ({ origin }) => origin && parentUriAsText(origin)).values()].flat()

/**
 * Items are sent in this order: parents before children, and items with the same destination one after the other, since
 * only one of them can have it. Items that get other names and items that replace others come last, each in stages of
 * their own: what is to be kept under another name, or copied under one, may be what another item replaces.
 */
const placementStages = (items: readonly PlacementItem[]): SendStage<PlacementItem>[] =>
  [...groupBy(items, ({ wish }) => wish?.to)].flatMap(([to, some]) => stagesTo(to, some))

function stagesTo(
  to: string | undefined,
  items: readonly PlacementItem[],
): SendStage<PlacementItem>[] {
  const plain = items.filter((item) => !needsNewName(item) && !isReplacing(item))
  const destinationOf = ({ origin, uri, name }: PlacementItem) =>
    to === undefined ? (origin ?? uri) : name
  /** How many items before it have the same destination. */
  const turns = new Map<PlacementItem, number>()
  for (const some of groupBy(plain, destinationOf).values())
    for (const [turn, item] of some.entries()) turns.set(item, turn)
  const byDepth = groupBy(plain, (item) =>
    to === undefined ? destinationOf(item).split('/').length : 0,
  )
  // Two moves to one folder at a time would conflict with each other's locks.
  const [first] = items
  const maxInFlight = first && isInTrash(first.uri) ? maxRequestsInFlight : 1
  return [
    ...[...byDepth]
      .sort(([one], [other]) => one - other)
      .flatMap(([, some]) => [...groupBy(some, (item) => turns.get(item)).values()])
      .map((stage) => ({ items: stage, maxInFlight })),
    { items: byOriginalFolder(items.filter(needsNewName)) },
    { items: items.filter(isReplacing) },
  ].filter((stage) => stage.items.length > 0)
}

export type PlacementJob = JobDefinition<
  PlacementItem,
  PlacementRequest,
  PlacementState,
  PlacementNote
>

export const placementJobDefaults = {
  commandKeyOf: targetFolderUriOf,
  state: placementStateDefinition,
  stages: placementStages,
  hasManySteps: ({ items, foldersToCreate }) =>
    foldersToCreate !== undefined ||
    items.some(({ wish }) => wish?.onClash ?? wish?.name ?? wish?.uncovers),
  affectedUris: (item, context) =>
    [finalUriOf(item, context), item.wish?.uncovers?.uri].filter((uri) => typeof uri === 'string'),
  shouldBisect: (error) => hasErrorCode(error, ErrorCode.nameTaken, ErrorCode.conflict),
} satisfies Partial<PlacementJob>

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
        targetUriOf,
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
  if (!existing || !isNewerThan(existing, state.foldersBegun.get(folder) ?? startedAt))
    // One that is made there later is not that of the job.
    return note({ notCreated: folder })
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
  /** Requests that are under way at the same time need the same folders. */
  const creations = new Map<string, Promise<void>>()
  /** Those that may be there since the answer about them was lost, perhaps with the page before a reload. */
  const unanswered = new Set(
    [...state.foldersBegun.keys()].filter((folder) => !state.createdFolders.has(folder)),
  )
  const create = async (folder: string, signal: AbortSignal): Promise<void> => {
    await note({ creates: [folder], at: serviceNow() })
    try {
      const createdFolder = toFileRow(await api.createEmptyItem(folder, 'folder', signal))
      onCreated(createdFolder)
      await note({ createdFolder })
    } catch (error) {
      // A lock is asked about, and a lost answer looked up; any other refusal shows when the items are restored.
      if (!(error instanceof ApiError)) unanswered.add(folder)
      else if (!unanswered.has(folder) && !state.createdFolders.has(folder))
        await note({ notCreated: folder })
      if (!(error instanceof ApiError) || error.code === ErrorCode.lockConflict) throw error
      if (unanswered.has(folder)) await findCreatedFolder(folder, context, onCreated)
    }
  }
  return async (items: readonly FileRow[], signal: AbortSignal): Promise<void> => {
    const needed = (input.foldersToCreate ?? []).filter((folder) =>
      items.some(({ origin }) => origin && isSameOrBelow(origin, folder)),
    )
    for (const folder of needed) {
      signal.throwIfAborted()
      const creation = creations.get(folder) ?? create(folder, signal)
      creations.set(folder, creation)
      await creation.catch((error: unknown) => {
        // The next attempt asks again.
        creations.delete(folder)
        throw error
      })
    }
  }
}
