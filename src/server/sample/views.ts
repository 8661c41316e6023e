import { ColumnType } from '#src/contract/view.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import type { AccountFiles } from './account-files.ts'

/** Saved views of each kind, by folder. `Photos/Home` has none of its own and inherits that of `Photos`. */
const views: Readonly<Record<string, ViewSetting>> = {
  Photos: {
    page_size: 100,
    order: 'created_at',
    order_direction: 'desc',
    view: 'grid',
    thumbnail: true,
  },
  'Photos/Lofoten, summer 2026': {
    page_size: 100,
    order: 'name',
    order_direction: 'asc',
    view: 'gallery',
    thumbnail: true,
    gallery_width: 220,
  },
  'Photos/City': {
    page_size: 50,
    order: 'updated_at',
    order_direction: 'desc',
    view: 'list',
    thumbnail: true,
    columns: [
      { type: ColumnType.name, width: 320 },
      { type: ColumnType.modified },
      { type: ColumnType.metadata, width: 140, props: { metadata_key: 'exif:camera_model' } },
      { type: ColumnType.metadata, props: { metadata_key: 'exif:exposure_time' } },
      // A type that no client knows: it must survive when the view is saved again.
      { type: 97, width: 90 },
      { type: ColumnType.size },
    ],
  },
  Finance: {
    page_size: 200,
    order: 'name',
    order_direction: 'asc',
    view: 'list',
    thumbnail: false,
    columns: [
      { type: ColumnType.name },
      { type: ColumnType.size, width: 120 },
      { type: ColumnType.created },
    ],
  },
}

/** Saves views on some of the owner's folders. */
export function seedViews(files: AccountFiles): void {
  for (const [path, view] of Object.entries(views)) {
    files.service.seed.setView(files.idOf(path), view)
  }
}
