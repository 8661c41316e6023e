import * as v from 'valibot'
import { maybeCount, maybeFlag, maybeList, maybeText } from './schema.ts'

/** A column of the list layout; types that are not known keep their number (spec §2.6). */
const ViewColumn = v.object({
  type: v.pipe(v.number(), v.finite()),
  /** CSS pixels; the type's own default when absent. */
  width: v.fallback(v.optional(v.nullable(v.number())), undefined),
  props: v.fallback(
    v.optional(v.nullable(v.looseObject({ metadata_key: maybeText, custom_props_id: maybeText }))),
    undefined,
  ),
})
type ViewColumn = v.InferOutput<typeof ViewColumn>

/** How a folder looks (spec §2.6). Every field may be missing on reading. */
export const ViewSetting = v.object({
  page_size: maybeCount,
  order: maybeText,
  order_direction: maybeText,
  view: maybeText,
  thumbnail: maybeFlag,
  columns: maybeList(ViewColumn),
  gallery_width: maybeCount,
})
export type ViewSetting = v.InferOutput<typeof ViewSetting>

/** `columns[].type` of the public server. */
export const ColumnType = {
  name: 0,
  modified: 1,
  size: 2,
  metadata: 3,
  created: 4,
  parent: 6,
  originalLocation: 7,
  collected: 8,
  customProperty: 26,
} as const
