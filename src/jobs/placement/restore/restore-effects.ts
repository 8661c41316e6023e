import * as v from 'valibot'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import type { KeepBoth, RestoreRequest } from './restore-request.ts'

/** What a restore has changed besides its items, for taking it back. */
type RestoreEffects = {
  /** The folders that it has created, by URI, parents first. */
  readonly createdFolders: Map<string, FileRow>
  /** By id of the restored item: the file that was moved to the trash to make room for it, as it was before. */
  readonly replaced: Map<string, FileRow>
  /** By id: the URIs of items that were not restored to the one that they were to have. */
  readonly otherUris: Map<string, string>
}

const Row = v.custom<FileRow>(isFileRow)
/**
 * One effect in the journal. `takenBy`: id of the item that was to take the place of `replaced`; `notReplacedBy`: of one
 * for which nothing had to make room after all. `stagingFolderId`: of a folder in which items are renamed.
 */
const JournaledEffect = v.union([
  v.object({ createdFolder: Row }),
  v.object({ replaced: Row, takenBy: v.string() }),
  v.object({ notReplacedBy: v.string() }),
  v.object({ restoredTo: v.string(), id: v.string() }),
  v.object({ stagingFolderId: v.string() }),
])
export type JournaledEffect = v.InferOutput<typeof JournaledEffect>

const effects = new WeakMap<RestoreRequest, RestoreEffects>()

/** The effects of the restore that was started with this request object. */
export function restoreEffects(request: RestoreRequest): RestoreEffects {
  const known = effects.get(request) ?? {
    createdFolders: new Map(),
    replaced: new Map(),
    otherUris: new Map(),
  }
  effects.set(request, known)
  return known
}

/** Of one restore and those that try its rest again. */
const stagingFolderIds = new WeakMap<KeepBoth, Set<string>>()

/** The ids of the folders in which items are renamed. An attempt after a reload may create others. */
export const stagingFolderIdsOf = (keepBoth: KeepBoth): ReadonlySet<string> =>
  stagingFolderIds.get(keepBoth) ?? new Set()

/** Adds an effect to those of the request; the sender writes it to the journal too. */
export function addRestoreEffect(request: RestoreRequest, effect: JournaledEffect): void {
  const { createdFolders, replaced, otherUris } = restoreEffects(request)
  if ('createdFolder' in effect) createdFolders.set(effect.createdFolder.uri, effect.createdFolder)
  else if ('notReplacedBy' in effect) replaced.delete(effect.notReplacedBy)
  else if ('replaced' in effect) replaced.set(effect.takenBy, effect.replaced)
  else if ('stagingFolderId' in effect) addStagingFolder(request, effect.stagingFolderId)
  else otherUris.set(effect.id, effect.restoredTo)
}

function addStagingFolder({ keepBoth }: RestoreRequest, id: string): void {
  if (keepBoth) stagingFolderIds.set(keepBoth, new Set(stagingFolderIdsOf(keepBoth)).add(id))
}

/** Takes over what the journal says. */
export function readRestoreEffects(request: RestoreRequest, journaled: readonly unknown[]): void {
  for (const each of journaled) {
    const { success, output } = v.safeParse(JournaledEffect, each)
    if (success) addRestoreEffect(request, output)
  }
}
