import { formatUri, parseUri } from '#src/contract/uri.ts'
import { ColumnType, type ViewColumn } from '#src/contract/views/view.ts'
import { fileSearchQuery } from '#src/features/file-lists/file-search.ts'
import type { ResolvedView } from '#src/features/folder-view/resolved-view.ts'
import { type FileKind, extensionsOf } from '#src/lib/names/file-kind.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { FilesUrl } from '#src/pages/files/url.ts'

/* Search criteria of the URL, translated into the conditions of the protocol. */

type SearchCriteria = Pick<FilesUrl, 'search' | 'kind' | 'changed' | 'size'>

/** Kinds to filter by, in display order; only those whose extensions fit into a URL. */
export const searchKinds = [
  'folder',
  'image',
  'video',
  'audio',
  'document',
  'sheet',
  'slides',
  'pdf',
  'archive',
  'text',
] as const satisfies readonly FileKind[]

/** The last days, or the current year. */
export const changeTimeSpans = ['7d', '30d', 'year'] as const

/** Ranges in bytes. */
export const sizeRanges = [
  '..1048576',
  '1048576..104857600',
  '104857600..1073741824',
  '1073741824..',
]

export const parseSearchKind = ({ kind }: SearchCriteria) =>
  searchKinds.find((known) => known === kind)

/** Dates as typed, '' for an open end. Null when the text is no range. */
export function parseDayRange(text: string | null): { from: string; to: string } | null {
  const [, from = '', to = ''] = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/.exec(text ?? '') ?? []
  const areDays = [from, to].every((day) => day === '' || !Number.isNaN(Date.parse(day)))
  return (from || to) && areDays ? { from, to } : null
}

/** They are in bytes, null for an open end; null as a whole when the text is no range. */
export function parseByteRange(
  text: string | null,
): { from: number | null; to: number | null } | null {
  const [, from, to] = /^(\d{1,15})?\.\.(\d{1,15})?$/.exec(text ?? '') ?? []
  const bytes = (end: string | undefined) => (end === undefined ? null : Number(end))
  return from || to ? { from: bytes(from), to: bytes(to) } : null
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
const midnight = (at: number, daysBefore = 0) => {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore)
}

type Conditions = [key: string, value: string][]
const when = (is: unknown, key: string, value: string): Conditions => (is ? [[key, value]] : [])

/** Days are those of the browser's time zone. */
function timesOf(changed: string | null, now: number): Conditions {
  const since = (from: Date): Conditions => [['updated_gte', String(seconds(from))]]
  if (changed === '7d') return since(midnight(now, 7))
  if (changed === '30d') return since(midnight(now, 30))
  if (changed === 'year') return since(new Date(new Date(now).getFullYear(), 0, 1))
  const { from = '', to = '' } = parseDayRange(changed) ?? {}
  return [
    ...(from ? since(new Date(`${from}T00:00:00`)) : []),
    ...when(to, 'updated_lte', String(seconds(new Date(`${to}T23:59:59`)))),
  ]
}

/** Both limits are always sent: the public server takes a missing one for 0. */
function bytesOf(size: string | null): Conditions {
  const bytes = parseByteRange(size)
  return bytes
    ? [
        ['size_gte', String(bytes.from ?? 0)],
        ['size_lte', String(bytes.to ?? Number.MAX_SAFE_INTEGER)],
      ]
    : []
}

/**
 * A kind is searched by its extensions: the protocol's category would replace all other conditions and has other kinds
 * than those shown.
 */
function namesOf(text: string, kind: FileKind | undefined): Conditions {
  if (kind === undefined || kind === 'folder') return when(text, 'name', text)
  const part = text.replace(/^"(.*)"$/s, '$1')
  const names = extensionsOf(kind).map((ending) => `${part && `*${part}`}*.${ending}`)
  return [...names.map((name): [string, string] => ['name', name]), ['name_op_or', '']]
}

/** The search URI below a folder, or the folder's URI without criteria. `now` in ms since 1970. */
function searchUri(folder: string, criteria: SearchCriteria, now: number): string {
  const kind = parseSearchKind(criteria)
  const bytes = kind === 'folder' ? [] : bytesOf(criteria.size)
  const type = kind === 'folder' ? 'folder' : kind || bytes.length > 0 ? 'file' : undefined
  const conditions: Conditions = [
    ...namesOf(criteria.search.trim(), kind),
    ...when(type, 'type', type ?? ''),
    ...timesOf(criteria.changed, now),
    ...bytes,
  ]
  if (conditions.length === 0) return folder
  return formatUri({ ...parseUri(folder), search: [...conditions, ['case_folding', '']] })
}

/** Query options of a search; undefined without criteria. */
export function folderSearchQuery(folder: string, criteria: SearchCriteria) {
  const address = searchUri(folder, criteria, serviceNow())
  return address === folder ? undefined : fileSearchQuery(address)
}

/** Widths of the path column, in px: in a wide window, and in the two that are narrower. */
const pathWidth = 260
const narrowPathWidth = 180
const narrowerPathWidth = 120

const withPath = (columns: readonly ViewColumn[], width: number): readonly ViewColumn[] => {
  if (columns.some(({ type }) => type === ColumnType.parent)) return columns
  const behind = columns.findIndex(({ type }) => type === ColumnType.name) + 1
  return columns.toSpliced(behind, 0, { type: ColumnType.parent, width })
}

/**
 * The view of search results: a list with the path of each, in the order of the service, unless the URL says
 * otherwise.
 */
export function viewOfSearchResults(
  view: ResolvedView,
  { layout, sort }: FilesUrl,
  isNarrow: boolean,
  isNarrower: boolean,
): ResolvedView {
  const width = isNarrower ? narrowerPathWidth : isNarrow ? narrowPathWidth : pathWidth
  const columns = withPath(view.columns, width)
  return {
    ...view,
    layout: layout ?? 'list',
    sort: sort && view.sort,
    columns: isNarrow ? columns.filter(({ type }) => type !== ColumnType.size) : columns,
  }
}
