import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, isNotFound } from '#src/contract/errors.ts'
import { nameOfUri, parentUri } from '#src/contract/uri.ts'
import { readFolderRows } from '#src/jobs/verification/item-lookup.ts'
import { numberedNames } from '#src/lib/names/free-name.ts'
import { isKeepingBoth, isRenamedAfterMove, type PlacementItem } from './placement-request.ts'
import { finalNameOf, type WithPlacementState } from './placement-state.ts'

/** An item on its way to another name: `uri` is where it, or its copy, is now, `item` the row that the job knows it by. */
export type RenamingMove = {
  readonly item: PlacementItem
  readonly target: string
  /** Whether it is renamed in the staging folder. */
  readonly isStaged: boolean
  uri: string
  name: string
}

/** Nothing has been done with it yet. */
export const isAtOriginalUri = ({ uri, item }: RenamingMove): boolean => uri === item.uri
/** It is still to be brought to the staging folder, if it is renamed. */
const isToBeStaged = (moving: RenamingMove): boolean => moving.isStaged && isAtOriginalUri(moving)
export const needsStaging = (moving: RenamingMove): boolean =>
  isToBeStaged(moving) && moving.name !== moving.item.name
/** It is called so now; an item of the trash has another name in its URI. */
export const currentNameOf = (moving: RenamingMove): string =>
  isAtOriginalUri(moving) ? moving.item.name : nameOfUri(moving.uri)
/** The user has chosen its name, and can choose another while it is where it was: until then no other will do. */
export const mustHaveChosenName = (moving: RenamingMove): boolean =>
  isKeepingBoth(moving.item) && moving.item.wish?.name !== undefined && isAtOriginalUri(moving)

async function readNames(folder: string, signal: AbortSignal): Promise<Set<string> | undefined> {
  try {
    return new Set((await readFolderRows(folder, { signal })).map(({ name }) => name))
  } catch (error) {
    if (!isNotFound(error)) throw error
    return undefined
  }
}

function nextFreeName(moving: RenamingMove, isFree: (name: string) => boolean): string | undefined {
  if (mustHaveChosenName(moving)) return undefined
  const { wish, name: own, isFolder } = moving.item
  for (const name of numberedNames(wish?.name ?? own, isFolder)) if (isFree(name)) return name
  return undefined
}

/**
 * Gives each item its name, or says in `failures` why it cannot have one. `isAgain`: what was chosen before was refused,
 * perhaps since it is taken where the item is renamed. Returns the names that are to be noted.
 */
export async function assignFreeNames(
  moves: readonly RenamingMove[],
  placement: WithPlacementState,
  failures: Map<PlacementItem, ApiError>,
  isAgain: boolean,
  signal: AbortSignal,
): Promise<{ id: string; from: string; to: string }[]> {
  const renames: { id: string; from: string; to: string }[] = []
  const namesIn = new Map<string, Set<string> | undefined>()
  const read = async (folder: string) => {
    if (!namesIn.has(folder)) namesIn.set(folder, await readNames(folder, signal))
    return namesIn.get(folder)
  }
  for (const moving of moves) {
    const { item, target, uri } = moving
    const from = currentNameOf(moving)
    let name: string | undefined = finalNameOf(item, placement)
    if (!isRenamedAfterMove(item)) {
      const taken = await read(target)
      const takenHere =
        isAgain && !isToBeStaged(moving) ? await read(parentUri(uri) ?? '') : undefined
      const isFree = (each: string) => !taken?.has(each) && (each === from || !takenHere?.has(each))
      if (!isFree(name)) name = nextFreeName(moving, isFree)
      if (!taken || name === undefined) {
        const code = taken ? ErrorCode.nameTaken : ErrorCode.pathNotFound
        failures.set(item, new ApiError({ code }))
        continue
      }
      taken.add(name)
    }
    moving.name = name
    // A copy is known by its name, even when that is the item's own.
    if (from !== name || !placement.state.newNames.has(item.id))
      renames.push({ id: item.id, from, to: name })
  }
  return renames
}
