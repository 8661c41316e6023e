import type { FileRow } from '#src/lists/file-row.ts'
import { JustifiedList } from '#src/ui/list/JustifiedList.tsx'
import type { TileListProps } from '#src/ui/list/TileGrid.tsx'
import { learnRatio, proportions } from './gallery.ts'

/** The pictures of a folder in justified lines. */
export const GalleryList = (props: TileListProps<FileRow>) => (
  <JustifiedList {...props} proportions={proportions} />
)

export { learnRatio }
