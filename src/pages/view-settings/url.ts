import { folderAddress } from '#src/views/folder/path.ts'
import { formatOverrides, type Overrides, parseOverrides } from '#src/views/folder/overrides.ts'

/** What the address of the view settings says. */
export type ViewUrl = {
  /** Address of the folder; null when there is none. */
  folder: string | null
  /** What somebody looked at without saving, to begin with. */
  overrides: Overrides
}

export const parseViewUrl = (params: URLSearchParams): ViewUrl => ({
  folder: folderAddress(params.get('folder') ?? ''),
  overrides: parseOverrides(params),
})

export function formatViewUrl({ folder, overrides }: ViewUrl): URLSearchParams {
  const params = new URLSearchParams()
  if (folder !== null) params.set('folder', folder)
  return formatOverrides(overrides, params)
}
