import { MetadataKey } from '#src/contract/file.ts'
import { ColumnType, type ViewColumn } from '#src/contract/views/view.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { SortKey } from './resolved-view.ts'

type ColumnName = keyof Messages['files']['columns']

type Known = {
  name: ColumnName
  /** Default width in px; the name column takes the remaining width. */
  width?: number
  isNumeric?: true
  sort?: SortKey
  /** Keys of the metadata that it shows; the first that is present is used. */
  keys?: readonly string[]
  /** Formats the text. */
  write?: (text: string) => string
}

/** "3:05" or "1:02:30" from seconds. */
function formatDuration(text: string): string {
  const seconds = Math.round(Number(text))
  if (!Number.isFinite(seconds) || seconds < 0) return text
  const two = (value: number) => String(value).padStart(2, '0')
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** Shows metadata whose key is the name of the column in lower case, with underscores. */
const metadata = (group: string, name: ColumnName): Known => ({
  name,
  keys: [`${group}:${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`],
})

const known: Readonly<Record<number, Known>> = {
  [ColumnType.name]: { name: 'name', sort: 'name' },
  [ColumnType.modified]: { name: 'modified', width: 132, sort: 'modified' },
  [ColumnType.size]: { name: 'size', width: 96, isNumeric: true, sort: 'size' },
  [ColumnType.created]: { name: 'created', width: 132, sort: 'created' },
  [ColumnType.parent]: { name: 'location', width: 180 },
  [ColumnType.originalLocation]: { name: 'originalLocation', width: 180 },
  [ColumnType.collected]: { name: 'collected', width: 132 },
  [ColumnType.aperture]: {
    name: 'aperture',
    keys: ['exif:f'],
    write: (text) => (/^\d/.test(text) ? `ƒ/${text}` : text),
  },
  [ColumnType.exposure]: { name: 'exposure', keys: ['exif:exposure_time'] },
  [ColumnType.iso]: { ...metadata('exif', 'iso'), isNumeric: true, width: 80 },
  [ColumnType.cameraMake]: metadata('exif', 'cameraMake'),
  [ColumnType.cameraModel]: { ...metadata('exif', 'cameraModel'), width: 140 },
  [ColumnType.lensMake]: metadata('exif', 'lensMake'),
  [ColumnType.lensModel]: { ...metadata('exif', 'lensModel'), width: 140 },
  [ColumnType.focalLength]: {
    name: 'focalLength',
    keys: ['exif:focal_length'],
    write: (text) => (/^[\d.]+$/.test(text) ? `${text} mm` : text),
  },
  [ColumnType.exposureBias]: metadata('exif', 'exposureBias'),
  [ColumnType.flash]: metadata('exif', 'flash'),
  [ColumnType.software]: metadata('exif', 'software'),
  [ColumnType.takenAt]: { ...metadata('exif', 'takenAt'), width: 132 },
  [ColumnType.imageSize]: { name: 'imageSize', width: 120, isNumeric: true },
  [ColumnType.title]: { name: 'title', keys: ['music:title', 'stream:title'], width: 180 },
  [ColumnType.artist]: { ...metadata('music', 'artist'), width: 140 },
  [ColumnType.album]: { ...metadata('music', 'album'), width: 180 },
  [ColumnType.duration]: {
    ...metadata('stream', 'duration'),
    isNumeric: true,
    write: formatDuration,
  },
  [ColumnType.street]: metadata('geocoding', 'street'),
  [ColumnType.locality]: metadata('geocoding', 'locality'),
  [ColumnType.place]: metadata('geocoding', 'place'),
  [ColumnType.district]: metadata('geocoding', 'district'),
  [ColumnType.region]: metadata('geocoding', 'region'),
  [ColumnType.country]: metadata('geocoding', 'country'),
}

const standardWidth = 112
/** The least width in px that a name column can be given, and that it has without a width of its own. */
export const minNameWidth = 160
const standardNameWidth = 280
/** Lists that are narrower, in px, leave out columns for which there is no room; wider ones scroll sideways. */
const narrowListWidth = 640

/** A column that can be drawn. */
export type ResolvedColumn = {
  /** Unique among the columns of a view. */
  key: string
  type: number
  label: string
  /** Width in px; null for the remaining width. */
  width: number | null
  isNumeric: boolean
  sort: SortKey | null
  /** The text of a column that shows metadata. */
  textOf: (row: FileRow) => string
}

const nothing = () => ''

function textReader(keys: readonly string[], write: Known['write']): ResolvedColumn['textOf'] {
  return ({ metadata }) => {
    const text = metadata ? keys.map((key) => metadata[key]).find(Boolean) : undefined
    return text ? escapeControlChars(write ? write(text) : text) : ''
  }
}

/** Column types that show one metadata key, by that key. */
const columnTypeByMetadata = new Map(
  Object.values(known).flatMap((column) => (column.keys ?? []).map((key) => [key, column])),
)

/** Whether a kind of column shows metadata of this key. */
export const hasColumnForMetadata = (key: string): boolean => columnTypeByMetadata.has(key)

/** The text of metadata as a column shows it. */
export const metadataText = (key: string, value: string): string =>
  escapeControlChars(columnTypeByMetadata.get(key)?.write?.(value) ?? value)

/** The name of metadata by its key: "Camera make", or "White balance" of `exif:white_balance`. */
export function metadataName(key: string, t: Messages): string {
  const named = columnTypeByMetadata.get(key)
  if (named) return t.files.columns[named.name]
  const words = /^(?:exif|geocoding|music|stream):(.)(.*)/.exec(key)
  return escapeControlChars(
    words ? `${words[1]?.toUpperCase()}${words[2]?.replaceAll('_', ' ')}` : key,
  )
}

/** Names of custom properties, by id. */
export type CustomPropertyNames = ReadonlyMap<string, string>

/** The public server names its own properties by keys of its front end (docs/protocol.md §9.2). */
export function localizeCustomPropertyNames(
  properties: readonly { id: string; name: string }[] | undefined,
  t: Pick<Messages, 'files'>,
): CustomPropertyNames {
  const own: Readonly<Record<string, string>> = {
    'fileManager.description': t.files.columns.description,
    'fileManager.rating': t.files.columns.rating,
  }
  return new Map(properties?.map(({ id, name }) => [id, own[name] ?? name]))
}

function free(
  column: ViewColumn,
  t: Messages,
  properties: CustomPropertyNames,
): Omit<ResolvedColumn, 'key' | 'width'> | null {
  const isProperty = column.type === ColumnType.customProperty
  if (!isProperty && column.type !== ColumnType.metadata) return null
  const id = isProperty ? column.props?.custom_props_id : column.props?.metadata_key
  // Metadata written by the trash is not meant for display.
  if (!id || id === MetadataKey.restoreUri || id === MetadataKey.collectTime) return null
  const named = isProperty ? undefined : columnTypeByMetadata.get(id)
  return {
    type: column.type,
    label: isProperty ? escapeControlChars(properties.get(id) || id) : metadataName(id, t),
    isNumeric: named?.isNumeric ?? false,
    sort: null,
    textOf: textReader([isProperty ? `props:${id}` : id], named?.write),
  }
}

/** The label of a column; null for one that cannot be drawn. */
export function columnName(
  column: ViewColumn,
  t: Messages,
  properties: CustomPropertyNames = new Map(),
): string | null {
  const found = known[column.type]
  return found ? t.files.columns[found.name] : (free(column, t, properties)?.label ?? null)
}

/** The key of a column among the resolved ones: columns with the same key are drawn once. */
export function resolvedColumnKey({ type, props }: ViewColumn): string {
  const id = props?.metadata_key ?? props?.custom_props_id
  return known[type]?.sort ?? (id ? `${type} ${id}` : String(type))
}

/** The columns of a view that can be drawn: unknown types and duplicates are left out. */
export function resolveColumns(
  columns: readonly ViewColumn[],
  t: Messages,
  properties: CustomPropertyNames = new Map(),
): ResolvedColumn[] {
  const drawn = new Map<string, ResolvedColumn>()
  for (const column of columns) {
    const found = known[column.type]
    const definition = found
      ? {
          type: column.type,
          label: t.files.columns[found.name],
          isNumeric: found.isNumeric ?? false,
          sort: found.sort ?? null,
          textOf: found.keys ? textReader(found.keys, found.write) : nothing,
        }
      : free(column, t, properties)
    if (!definition) continue
    const key = resolvedColumnKey(column)
    const standard = column.type === ColumnType.name ? null : (found?.width ?? standardWidth)
    const width = column.width && column.width > 0 ? column.width : standard
    if (!drawn.has(key)) drawn.set(key, { ...definition, key, width })
  }
  return [...drawn.values()]
}

/**
 * The columns for which there is room, in px (undefined before it is measured): a narrow list has the name, where
 * results are, the column that it is sorted by, and of the others as many as leave the name its standard width.
 */
export function fittingColumns(
  columns: readonly ResolvedColumn[],
  room: number | undefined,
  sortedBy: string,
): readonly ResolvedColumn[] {
  if (room === undefined || room >= narrowListWidth) return columns
  let nameRoom = room
  const fits = new Set<ResolvedColumn>()
  const rankOf = ({ type, key }: ResolvedColumn) =>
    type === ColumnType.parent ? 2 : Number(key === sortedBy)
  for (const column of columns.toSorted((a, b) => rankOf(b) - rankOf(a))) {
    if (column.type === ColumnType.name) continue
    const left = nameRoom - (column.width ?? standardWidth)
    if (left < (rankOf(column) ? minNameWidth : standardNameWidth)) {
      if (rankOf(column)) continue
      break
    }
    nameRoom = left
    fits.add(column)
  }
  const nameWidth = nameRoom < standardNameWidth ? Math.max(nameRoom, minNameWidth) : null
  return columns.flatMap((column) =>
    column.type === ColumnType.name
      ? [{ ...column, width: nameWidth }]
      : fits.has(column)
        ? [column]
        : [],
  )
}

/** The CSS grid tracks of these columns, and the least width that they need, in px. */
export function gridTracks(columns: readonly ResolvedColumn[]): {
  tracks: string[]
  least: number
} {
  let least = 0
  const tracks = columns.map(({ type, width }) => {
    if (type !== ColumnType.name) {
      least += width ?? standardWidth
      return `${width ?? standardWidth}px`
    }
    const name = Math.max(width ?? standardNameWidth, minNameWidth)
    least += name
    return width === null ? `minmax(${name}px, 1fr)` : `${name}px`
  })
  return { tracks, least }
}
