import type { FileRow } from '#src/lists/rows/file-row.ts'
import { JustifiedList } from '#src/ui/list/tiles/JustifiedList.tsx'
import type { TileListProps } from '#src/ui/list/tiles/PositionedTileGrid.tsx'
import { aspectRatios } from './aspect-ratios.ts'

/** The pictures of a folder in justified lines. */
export const GalleryList = (props: TileListProps<FileRow>) => (
  <JustifiedList {...props} aspectRatios={aspectRatios} />
)
