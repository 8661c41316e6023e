import * as v from 'valibot'
import {
  finiteNumber,
  optionalNumber,
  optionalBoolean,
  optionalListOf,
  optionalText,
} from '#src/contract/schema.ts'

/**
 * A column of the list layout (docs/protocol.md §3.1, §3.4). Unknown types and fields are sent back to the service
 * unchanged.
 */
export const ViewColumn = v.looseObject({
  type: finiteNumber,
  /** CSS pixels; the type's own default when absent. */
  width: v.fallback(v.optional(v.nullable(finiteNumber)), undefined),
  props: v.fallback(
    v.optional(
      v.nullable(v.looseObject({ metadata_key: optionalText, custom_props_id: optionalText })),
    ),
    undefined,
  ),
})
export type ViewColumn = v.InferOutput<typeof ViewColumn>

/** View settings of a folder (docs/protocol.md §3.1). Every field can be missing; unknown ones survive a save. */
export const ViewSetting = v.looseObject({
  page_size: optionalNumber,
  order: optionalText,
  order_direction: optionalText,
  view: optionalText,
  thumbnail: optionalBoolean,
  columns: optionalListOf(ViewColumn),
  gallery_width: optionalNumber,
})
export type ViewSetting = v.InferOutput<typeof ViewSetting>

/** Values of `columns[].type` (docs/protocol.md §3.4). */
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
