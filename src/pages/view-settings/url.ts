import {
  formatOverrides,
  type ViewOverrides,
  parseOverrides,
} from '#src/features/folder-view/overrides.ts'
import { toFolderUri } from '#src/features/folder/path.ts'

/** State of the view settings in the URL. */
export type ViewUrl = {
  /** URI of the folder; null when it is missing or invalid. */
  folder: string | null
  /** Unsaved changes that Files shows, taken over into the draft. */
  overrides: ViewOverrides
}

export const parseViewUrl = (params: URLSearchParams): ViewUrl => ({
  folder: toFolderUri(params.get('folder') ?? ''),
  overrides: parseOverrides(params),
})

export function formatViewUrl({ folder, overrides }: ViewUrl): URLSearchParams {
  const params = new URLSearchParams()
  if (folder !== null) params.set('folder', folder)
  return formatOverrides(overrides, params)
}
