import type { FileRow } from '#src/lists/file-row.ts'
import type { RestoreRequest } from './restore-request.ts'

/** What a restore has changed besides its items, for taking it back. Not known after a reload. */
type RestoreEffects = {
  /** The folders that it has created, by URI, parents first. */
  readonly createdFolders: Map<string, FileRow>
  /** By id of the restored item: the file that was moved to the trash to make room for it, as it was before. */
  readonly replaced: Map<string, FileRow>
}

const effects = new WeakMap<RestoreRequest, RestoreEffects>()

/** The effects of the restore that was started with this request object. */
export function restoreEffects(request: RestoreRequest): RestoreEffects {
  const known = effects.get(request) ?? { createdFolders: new Map(), replaced: new Map() }
  effects.set(request, known)
  return known
}
