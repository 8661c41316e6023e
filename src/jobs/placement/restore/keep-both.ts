import * as api from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, BatchError, isNotFound } from '#src/contract/errors.ts'
import { childUri, nameOfUri, parentUri } from '#src/contract/uri.ts'
import type { SendItems } from '#src/jobs/job-definition.ts'
import { bring } from '#src/jobs/placement/bring.ts'
import { sendBisecting } from '#src/jobs/placement/send-bisecting.ts'
import { isKeepingBoth, type PlacedItem, targetFolderOf } from '#src/jobs/placement/wish.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { freeNames } from '#src/lib/names/free-name.ts'
import type { RestoreContext } from './restore-request.ts'
import { StagingFolder } from './staging-folder.ts'
import { TargetNames } from './target-names.ts'

/*
 * Restores items whose names are taken. The protocol has no such call and an item in the trash cannot be renamed, so
 * items are moved to a staging folder, renamed there, and moved to their destinations: one request for many items where
 * nothing has to be renamed. Each attempt begins by looking where the items are, so that an interrupted one continues
 * from there.
 */

const maxRenamesInFlight = 2
const maxTries = 5
/** How long items that are in the staging folder may take to arrive when the restore does not go on, in ms. */
const maxFinishMs = 10_000

/** An item on its way: `uri` is where it is now, `item` the row that the job knows it by. */
type Moving = {
  readonly id: string
  readonly item: PlacedItem
  readonly target: string
  uri: string
  name: string
}

type KeepBothSender = {
  readonly send: SendItems<PlacedItem>
  /** Takes those of the items to their destinations that are in the staging folder. */
  readonly finishStaged: SendItems<PlacedItem>
}

/**
 * Takes items to their destinations that an interrupted restore has left in its staging folder. Rejects unless all are.
 */
export async function finishInterruptedKeepBoth(context: RestoreContext): Promise<void> {
  const items = context.input.items.filter(isKeepingBoth)
  if (items.length === 0) return
  const { finishStaged } = createKeepBothSender(context)
  try {
    await finishStaged(items, AbortSignal.timeout(maxFinishMs))
  } catch (error) {
    const [failure] = error instanceof BatchError ? error.failures.values() : []
    throw failure ?? error
  }
}

/**
 * Sends items that are restored under the names that the user has chosen for them, or under the next that are free. Where
 * they are then is noted.
 */
export function createKeepBothSender(context: RestoreContext): KeepBothSender {
  const { stagedUris } = context.state
  const staging = new StagingFolder(context)
  let isFirst = true
  const attemptedIds = new Set<string>()

  const arrive = ({ id }: PlacedItem, restoredTo: string): void => {
    void context.note({ restoredTo, id })
    stagedUris.delete(id)
  }

  return {
    send: async (items, signal) => {
      try {
        await send(items, signal)
      } catch (error) {
        if (signal.aborted) {
          // What became of the items is looked up next.
          await finishStaged(items, AbortSignal.timeout(maxFinishMs)).catch(() => undefined)
        }
        throw error
      }
    },
    finishStaged,
  }

  async function finishStaged(items: readonly PlacedItem[], signal: AbortSignal): Promise<void> {
    const foundUris = await staging.findItems(signal)
    const staged = items.filter(({ id }) => foundUris.has(id))
    if (staged.length > 0) await send(staged, signal)
  }

  async function send(items: readonly PlacedItem[], signal: AbortSignal): Promise<void> {
    const failures = new Map<string, ApiError>()
    const fail = (refused: ReadonlyMap<{ readonly item: PlacedItem }, ApiError>) => {
      for (const [{ item }, error] of refused) failures.set(item.uri, error)
    }
    const mayBeStaged = isFirst || items.some(({ id }) => attemptedIds.has(id))
    if (!mayBeStaged) await staging.locate(signal)
    const foundUris = mayBeStaged ? await staging.findItems(signal) : new Map<string, string>()
    isFirst = false
    for (const { id } of items) attemptedIds.add(id)

    let left: readonly Moving[] = items.flatMap((item) => {
      const target = targetFolderOf(item)
      if (target === null) {
        failures.set(item.uri, new ApiError({ code: ErrorCode.forbidden }))
        return []
      }
      const uri = foundUris.get(item.id) ?? item.uri
      if (uri !== item.uri) stagedUris.set(item.id, uri)
      return [{ id: item.id, item, target, uri, name: item.name }]
    })
    // A name may be taken by somebody else after it was looked up: then the next one is tried.
    for (let tries = 0; left.length > 0 && tries < maxTries; tries++) {
      const names = await readTargets(left, signal)
      const refused = await moveToTargets(chooseNames(left, names, failures), signal)
      const found = tries === 0 ? await findMovedAlong(refused, signal) : new Set<Moving>()
      left = [...refused].flatMap(([moving, error]) => {
        const isClash = error.code === ErrorCode.nameTaken && moving.item.wish?.name === undefined
        if (tries + 1 < maxTries && (isClash || found.has(moving))) return [moving]
        fail(new Map([[moving, error]]))
        return []
      })
    }
    if (failures.size > 0) throw new BatchError({ code: ErrorCode.batchIncomplete }, failures)
  }

  /**
   * Items that are not found where they were, because somebody has renamed or moved the staging folder meanwhile: from
   * now on they have the URIs that lead to them.
   */
  async function findMovedAlong(
    refused: ReadonlyMap<Moving, ApiError>,
    signal: AbortSignal,
  ): Promise<Set<Moving>> {
    const lost = [...refused].flatMap(([moving, error]) => (isNotFound(error) ? [moving] : []))
    const hasLeftTrash = ({ uri, item }: Moving) => uri !== item.uri
    if (!lost.some((moving) => hasLeftTrash(moving) || moving.name !== moving.item.name))
      return new Set()
    const foundUris = await staging.findItems(signal)
    return new Set(
      lost.filter((moving) => {
        const uri = foundUris.get(moving.id) ?? moving.item.uri
        const mayBeThere = uri !== moving.uri || !hasLeftTrash(moving)
        moving.uri = uri
        return mayBeThere
      }),
    )
  }

  /** The names in the target folders; those of a folder that does not exist are missing. */
  async function readTargets(movings: readonly Moving[], signal: AbortSignal) {
    const names = new Map<string, TargetNames>()
    for (const { target } of movings) {
      if (names.has(target)) continue
      try {
        names.set(target, await TargetNames.read(target, signal))
      } catch (error) {
        if (!isNotFound(error)) throw error
      }
    }
    return names
  }

  /** Gives each item its name. Leaves out those that have arrived before and those that cannot have a name. */
  function chooseNames(
    movings: readonly Moving[],
    names: ReadonlyMap<string, TargetNames>,
    failures: Map<string, ApiError>,
  ): Moving[] {
    return movings.filter((moving) => {
      const { item, target } = moving
      const taken = names.get(target)
      const arrivedAs = taken?.nameOf(item.id)
      if (arrivedAs !== undefined) {
        arrive(item, childUri(target, arrivedAs))
        return false
      }
      const chosen = item.wish?.name
      const wanted = chosen ?? item.name
      const candidates = chosen === undefined ? freeNames(item.name, item.isFolder) : []
      const name = taken?.claim(wanted) ? wanted : taken?.claimFirst(candidates)
      if (name !== undefined) {
        moving.name = name
        return true
      }
      const code = taken ? ErrorCode.nameTaken : ErrorCode.pathNotFound
      failures.set(item.uri, new ApiError({ code }))
      return false
    })
  }

  async function moveToTargets(
    movings: readonly Moving[],
    signal: AbortSignal,
  ): Promise<Map<Moving, ApiError>> {
    const isInTrash = ({ uri, item }: Moving) => uri === item.uri
    const direct = movings.filter((each) => isInTrash(each) && each.name === each.item.name)
    const viaStaging = movings.filter((each) => !direct.includes(each))
    // Their names are free.
    const refused = await sendBisecting(direct, (some) =>
      bring(
        some.map(({ item }) => item),
        { signal },
      ),
    )
    for (const [moving, error] of await stage(viaStaging.filter(isInTrash), signal))
      refused.set(moving, error)
    const staged = viaStaging.filter((each) => !refused.has(each))
    await forEachConcurrently(staged, maxRenamesInFlight, async (moving) => {
      if (nameOfUri(moving.uri) === moving.name) return
      for (const [, error] of await sendBisecting([moving], async () => {
        await api.renameFile(moving.uri, moving.name)
      }))
        refused.set(moving, error)
      if (refused.has(moving)) return
      moving.uri = childUri(parentUri(moving.uri) ?? '', moving.name)
      stagedUris.set(moving.id, moving.uri)
    })
    const ready = staged.filter((each) => !refused.has(each))
    for (const [target, group] of groupBy(ready, ({ target }) => target)) {
      const failed = await moveAll(group, target, signal)
      for (const moving of group) {
        const error = failed.get(moving)
        if (error) refused.set(moving, error)
        else arrive(moving.item, childUri(target, moving.name))
      }
    }
    return refused
  }

  async function stage(movings: readonly Moving[], signal: AbortSignal) {
    const refused = new Map<Moving, ApiError>()
    const folders = new Map<Moving, string>()
    for (const moving of movings) {
      folders.set(moving, await staging.folderFor([...new Set([moving.item.name, moving.name])]))
    }
    for (const [folder, group] of groupBy(movings, (each) => folders.get(each) ?? '')) {
      const failed = await moveAll(group, folder, signal)
      for (const moving of group) {
        const error = failed.get(moving)
        if (error) refused.set(moving, error)
        else {
          moving.uri = childUri(folder, moving.item.name)
          stagedUris.set(moving.id, moving.uri)
        }
      }
    }
    return refused
  }
}

const moveAll = (movings: readonly Moving[], folder: string, signal: AbortSignal) =>
  sendBisecting(movings, (some) =>
    api.moveFiles(
      some.map(({ uri }) => uri),
      folder,
      false,
      signal,
    ),
  )

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
