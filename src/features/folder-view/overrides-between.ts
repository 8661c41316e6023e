import { hasSameColumns } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import type { ViewOverrides } from './overrides.ts'
import { resolveView } from './resolved-view.ts'

/** The overrides that turn the view `from` into `to`. */
export function overridesBetween(from: ViewSetting, to: ViewSetting): ViewOverrides {
  const [before, after] = [resolveView(from), resolveView(to)]
  const isSorted =
    before.sort?.by === after.sort?.by && before.sort?.direction === after.sort?.direction
  return {
    layout: before.layout === after.layout ? null : after.layout,
    sort: isSorted ? null : after.sort,
    columns: hasSameColumns(from, to) ? null : after.columns,
    thumbnails: before.hasThumbnails === after.hasThumbnails ? null : after.hasThumbnails,
  }
}
