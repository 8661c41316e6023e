import * as v from 'valibot'
import { maybeCount, maybeFlag, maybeList, maybeText } from './schema.ts'

/** A column of the list layout (spec §2.6). Types and fields that are not known go back to the service as they came. */
export const ViewColumn = v.looseObject({
  type: v.pipe(v.number(), v.finite()),
  /** CSS pixels; the type's own default when absent. */
  width: v.fallback(v.optional(v.nullable(v.number())), undefined),
  props: v.fallback(
    v.optional(v.nullable(v.looseObject({ metadata_key: maybeText, custom_props_id: maybeText }))),
    undefined,
  ),
})
export type ViewColumn = v.InferOutput<typeof ViewColumn>

/** How a folder looks (spec §2.6). Every field may be missing on reading; unknown ones survive a save. */
export const ViewSetting = v.looseObject({
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
  aperture: 9,
  exposure: 10,
  iso: 11,
  cameraMake: 12,
  cameraModel: 13,
  lensMake: 14,
  lensModel: 15,
  focalLength: 16,
  exposureBias: 17,
  flash: 18,
  software: 19,
  takenAt: 20,
  imageSize: 21,
  title: 22,
  artist: 23,
  album: 24,
  duration: 25,
  customProperty: 26,
  street: 27,
  locality: 28,
  place: 29,
  district: 30,
  region: 31,
  country: 32,
} as const
