import { ColumnType } from '#src/contract/views/view.ts'
import type { FileKind } from '#src/lib/names/file-kind.ts'

/** Column types that can be added, by group. */
export const columnGroups = {
  general: [
    ColumnType.size,
    ColumnType.modified,
    ColumnType.created,
    ColumnType.parent,
    ColumnType.originalLocation,
    ColumnType.collected,
  ],
  picture: [
    ColumnType.takenAt,
    ColumnType.imageSize,
    ColumnType.cameraMake,
    ColumnType.cameraModel,
    ColumnType.lensMake,
    ColumnType.lensModel,
    ColumnType.aperture,
    ColumnType.exposure,
    ColumnType.iso,
    ColumnType.focalLength,
    ColumnType.exposureBias,
    ColumnType.flash,
    ColumnType.software,
  ],
  media: [ColumnType.title, ColumnType.artist, ColumnType.album, ColumnType.duration],
  place: [
    ColumnType.place,
    ColumnType.street,
    ColumnType.locality,
    ColumnType.district,
    ColumnType.region,
    ColumnType.country,
  ],
} as const

/** Kinds of files that can have something in the columns of a group; any kind where there is none. */
export const fileKindsByColumnGroup: Readonly<Record<string, readonly FileKind[]>> = {
  picture: ['image'],
  media: ['audio', 'video'],
  place: ['image', 'video'],
}
