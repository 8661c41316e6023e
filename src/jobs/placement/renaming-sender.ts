import * as api from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError, isNotFound } from '#src/contract/errors.ts'
import { childUri, isInTrash, nameOfUri, parentUri } from '#src/contract/uri.ts'
import type { SendItems } from '#src/jobs/job-definition.ts'
import { maxRequestsInFlight } from '#src/jobs/verification/item-lookup.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { groupBy } from '#src/lib/group-by.ts'
import { findMovedItem } from './move-lookups.ts'
import {
  isKeepingBoth,
  isRenamedAfterMove,
  type PlacementItem,
  targetFolderUriOf,
} from './placement-request.ts'
import type { PlacementContext } from './placement-state.ts'
import {
  assignFreeNames,
  currentNameOf,
  mustHaveChosenName,
  needsStaging,
  isAtOriginalUri,
  type RenamingMove,
} from './renaming-move.ts'
import { moveCopyOrRestore, toBatchError, sendBisecting } from './send-bisecting.ts'
import { StagingFolders } from './staging-folder.ts'

/*
 * Brings items to folders under other names. The protocol renames only where an item is (docs/protocol.md §8.1): each is
 * brought to a place where it can be renamed, renamed there, and moved to its folder. An item to be moved is renamed where
 * it lies; the trash cannot rename, and a copy is not there before it is made, so these go to a staging folder first.
 * Each attempt begins by looking where the items are, so that an interrupted one continues from there.
 */

const maxTries = 5
/** How long items that are in the staging folder may take to arrive when the restore does not go on, in ms. */
const maxFinishMs = 10_000

export type RenamingCallbacks = {
  /** Names the folder in which items get other names, when the first needs one. */
  readonly newStagingFolderName: () => string
  readonly onRelocated: (item: PlacementItem, uri: string) => void
}

/** `failures`: the items of which something was refused, each with the reason. */
type Attempt = { readonly failures: Map<PlacementItem, ApiError>; readonly signal: AbortSignal }

/**
 * Takes items to their folders that an interrupted restore has left in its staging folder. Resolves to these; rejects
 * unless all are there.
 */
export async function moveLeftoverStagedItems(
  context: PlacementContext,
  events: RenamingCallbacks,
): Promise<readonly PlacementItem[]> {
  const items = context.input.items.filter(isKeepingBoth)
  try {
    return await new RenamingSender(context, events).finish(items, AbortSignal.timeout(maxFinishMs))
  } catch (error) {
    const [failure] = error instanceof BatchError ? error.failures.values() : []
    throw failure ?? error
  }
}

export class RenamingSender {
  readonly #context: PlacementContext
  readonly #staging: StagingFolders
  readonly #events: RenamingCallbacks

  constructor(context: PlacementContext, events: RenamingCallbacks) {
    this.#context = context
    this.#staging = new StagingFolders(context, events.newStagingFolderName)
    this.#events = events
  }

  readonly send: SendItems<PlacementItem> = async (items, signal) => {
    try {
      await this.#send(items, signal)
    } catch (error) {
      // What became of the items is looked up next. Copies are deleted, and items that were renamed get their names back.
      if (signal.aborted && !this.#context.state.isCopy)
        await this.finish(items, AbortSignal.timeout(maxFinishMs)).catch(() => undefined)
      throw error
    }
  }

  /** Takes those of the items to their folders that are in the staging folder. Resolves to these. */
  async finish(
    items: readonly PlacementItem[],
    signal: AbortSignal,
  ): Promise<readonly PlacementItem[]> {
    const found = await this.#staging.find(items, signal)
    const staged = items.filter(({ id }) => found.has(id))
    if (staged.length > 0) await this.#send(staged, signal)
    return staged
  }

  async #send(items: readonly PlacementItem[], signal: AbortSignal): Promise<void> {
    const attempt: Attempt = { failures: new Map(), signal }
    const { failures } = attempt
    const uris = await this.#locate(items, false, signal)
    const moves = items.flatMap((item): RenamingMove[] => {
      const target = targetFolderUriOf(item)
      const uri = uris.get(item)
      if (target === null || uri === undefined) {
        const code = target === null ? ErrorCode.forbidden : ErrorCode.staleUri
        failures.set(item, new ApiError({ code }))
        return []
      }
      const isStaged = this.#context.state.isCopy || isInTrash(item.uri)
      const moving = { item, target, isStaged, uri, name: item.name }
      const isThere = !isAtOriginalUri(moving) && parentUri(uri) === target
      if (!isThere || isRenamedAfterMove(item)) return [moving]
      // An earlier attempt has brought it there, perhaps under the name that was chosen before.
      void this.#context.note({ newName: nameOfUri(uri), id: item.id })
      return []
    })
    let isThrown = true
    try {
      await this.#bringUnderNames(moves, attempt)
      isThrown = false
    } finally {
      for (const moving of moves) {
        const isDone = !isThrown && !failures.has(moving.item)
        if (!isDone && !moving.isStaged && !isAtOriginalUri(moving))
          this.#events.onRelocated(moving.item, moving.uri)
      }
    }
    if (failures.size > 0) throw toBatchError(failures)
  }

  async #bringUnderNames(moves: readonly RenamingMove[], attempt: Attempt): Promise<void> {
    const { failures, signal } = attempt
    let left = moves
    // A name may be taken by somebody else after it was looked up: then the next one is tried.
    for (let tries = 1; left.length > 0; tries++) {
      const renames = await assignFreeNames(left, this.#context, failures, tries > 1, signal)
      if (renames.length > 0) await this.#context.note({ renames })
      const named = left.filter(({ item }) => !failures.has(item))
      await this.#take(named, attempt)
      const refused = named.filter(({ item }) => failures.has(item))
      const lost = refused.filter(({ item }) => isNotFound(failures.get(item)))
      const found = tries === 1 ? await this.#findMovedAlong(lost, signal) : new Set<RenamingMove>()
      left = refused.filter((moving) => {
        const { item } = moving
        const isTaken = failures.get(item)?.code === ErrorCode.nameTaken
        const isClash = isTaken && isKeepingBoth(item) && !mustHaveChosenName(moving)
        return tries < maxTries && (isClash || found.has(moving))
      })
      for (const { item } of left) failures.delete(item)
    }
  }

  /**
   * Where the items, or their copies, are now. Those of a move that somebody else has moved or deleted are left out.
   * `isLost`: they were not found where they should be.
   */
  async #locate(items: readonly PlacementItem[], isLost: boolean, signal: AbortSignal) {
    const { stagedUris } = this.#context.state
    const staged = await this.#staging.find(items, signal)
    const uris = new Map<PlacementItem, string>()
    await forEachConcurrently(items, maxRequestsInFlight, async (item) => {
      const stagedUri = staged.get(item.id)
      if (stagedUri === undefined) stagedUris.delete(item.id)
      else stagedUris.set(item.id, stagedUri)
      const isMoved = !this.#context.state.isCopy && !isInTrash(item.uri)
      const uri =
        stagedUri ??
        (isMoved ? await findMovedItem(item, isLost, { ...this.#context, signal }) : item.uri)
      if (uri !== undefined) uris.set(item, uri)
    })
    return uris
  }

  /**
   * Items that are not found where they were, because somebody has renamed, moved or deleted the staging folder meanwhile:
   * from now on they have the URIs that lead to them.
   */
  async #findMovedAlong(
    lost: readonly RenamingMove[],
    signal: AbortSignal,
  ): Promise<Set<RenamingMove>> {
    if (lost.length === 0) return new Set()
    const uris = await this.#locate(
      lost.map(({ item }) => item),
      true,
      signal,
    )
    return new Set(
      lost.filter((moving) => {
        const uri = uris.get(moving.item)
        if (uri === undefined || (uri === moving.uri && !needsStaging(moving))) return false
        moving.uri = uri
        return true
      }),
    )
  }

  async #take(moves: readonly RenamingMove[], attempt: Attempt): Promise<void> {
    const left = (isFor: (moving: RenamingMove) => boolean) =>
      moves.filter((moving) => !attempt.failures.has(moving.item) && isFor(moving))
    const isRenamedAfter = ({ item }: RenamingMove) => isRenamedAfterMove(item)
    const isElsewhere = ({ uri, target }: RenamingMove) =>
      parentUri(uri) !== target || this.#context.state.isCopy
    await this.#stage(left(needsStaging), attempt)
    await this.#rename(
      left((moving) => !isRenamedAfter(moving)),
      attempt,
    )
    await this.#move(left(isElsewhere), attempt)
    await this.#rename(left(isRenamedAfter), attempt)
    for (const { item } of left(() => true)) this.#context.state.stagedUris.delete(item.id)
  }

  async #stage(moves: readonly RenamingMove[], attempt: Attempt): Promise<void> {
    const { note, state } = this.#context
    const folders = new Map<RenamingMove, { readonly id: string; readonly uri: string }>()
    for (const moving of moves)
      folders.set(moving, await this.#staging.folderFor([moving.item.name, moving.name]))
    for (const [folder, group] of groupBy(moves, (moving) => folders.get(moving))) {
      if (!folder) continue
      await note({ stagedIn: folder.id, ids: group.map(({ item }) => item.id) })
      for (const moving of await this.#bring(group, folder.uri, attempt)) {
        moving.uri = childUri(folder.uri, moving.item.name)
        state.stagedUris.set(moving.item.id, moving.uri)
      }
    }
  }

  async #rename(moves: readonly RenamingMove[], { failures, signal }: Attempt): Promise<void> {
    const { note, state } = this.#context
    await forEachConcurrently(moves, maxRequestsInFlight, async (moving) => {
      const { item, name } = moving
      const before = currentNameOf(moving)
      signal.throwIfAborted()
      if (before === name) return
      const failed = await sendBisecting([moving], async () => {
        await api.renameFile(moving.uri, name)
      })
      const error = failed.get(moving)
      // An item that is where it belongs keeps the name that it has when it cannot have its own.
      if (error?.code === ErrorCode.nameTaken && isRenamedAfterMove(item))
        await note({ newName: before, id: item.id })
      else if (error) failures.set(item, error)
      if (error) return
      moving.uri = childUri(parentUri(moving.uri) ?? '', name)
      if (moving.isStaged) state.stagedUris.set(item.id, moving.uri)
    })
  }

  /** Items that keep their names go to their folders directly. */
  async #move(moves: readonly RenamingMove[], attempt: Attempt): Promise<void> {
    const direct = moves.filter(isAtOriginalUri)
    const others = moves.filter((moving) => !isAtOriginalUri(moving))
    const groups = [
      ...groupBy(direct, ({ item }) => item.wish?.to),
      ...groupBy(others, ({ target }) => target),
    ]
    for (const [to, group] of groups)
      for (const moving of await this.#bring(group, to, attempt))
        moving.uri = childUri(moving.target, currentNameOf(moving))
  }

  /** Returns those that are there. */
  async #bring(
    moves: readonly RenamingMove[],
    to: string | undefined,
    { failures, signal }: Attempt,
  ): Promise<RenamingMove[]> {
    // What is where it was is the original.
    const isCopy = this.#context.state.isCopy && moves.every(isAtOriginalUri)
    const failed = await sendBisecting(
      moves,
      (some) => moveCopyOrRestore(some, to, { isCopy, signal }),
      (moving) => childUri(to ?? moving.target, currentNameOf(moving)),
    )
    for (const [{ item }, error] of failed) failures.set(item, error)
    return moves.filter((moving) => !failed.has(moving))
  }
}
