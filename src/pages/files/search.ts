import { formatUri, parseUri } from '#src/contract/uri.ts'
import { ColumnType, type ViewColumn } from '#src/contract/view.ts'
import { type FileKind, extensionsOf } from '#src/lib/names.ts'
import { found } from '#src/queries/found.ts'
import type { ShownView } from '#src/views/folder/shown-view.ts'
import type { FilesUrl } from './url.ts'

/*
 * What a search asks the service for, made of what the address of the page says.
 */

type Sought = Pick<FilesUrl, 'search' | 'kind' | 'changed' | 'size'>

/** Kinds that can be searched for, in the order in which they are offered: those of few enough endings for an address. */
export const kinds = [
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

/** Days up to now, or the year. */
export const spans = ['7d', '30d', 'year'] as const

/** Bytes from and to. */
export const sizes = ['..1000000', '1000000..100000000', '100000000..1000000000', '1000000000..']

export const kindIn = ({ kind }: Sought) => kinds.find((known) => known === kind)

/** Days as they are typed, '' for an open end. Null for what is no span of days. */
export function daysIn(text: string | null): { from: string; to: string } | null {
  const [, from = '', to = ''] = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/.exec(text ?? '') ?? []
  const areDays = [from, to].every((day) => day === '' || !Number.isNaN(Date.parse(day)))
  return (from || to) && areDays ? { from, to } : null
}

/** Bytes, null for an open end. Null for what is no span of sizes. */
export function bytesIn(text: string | null): { from: number | null; to: number | null } | null {
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

/** Days begin and end where the reader is. */
function timesOf(changed: string | null, now: number): Conditions {
  const since = (from: Date): Conditions => [['updated_gte', String(seconds(from))]]
  if (changed === '7d') return since(midnight(now, 7))
  if (changed === '30d') return since(midnight(now, 30))
  if (changed === 'year') return since(new Date(new Date(now).getFullYear(), 0, 1))
  const { from = '', to = '' } = daysIn(changed) ?? {}
  return [
    ...(from ? since(new Date(`${from}T00:00:00`)) : []),
    ...when(to, 'updated_lte', String(seconds(new Date(`${to}T23:59:59`)))),
  ]
}

/** Both ends, always: with one alone the public server takes the other for 0. */
function bytesOf(size: string | null): Conditions {
  const bytes = bytesIn(size)
  return bytes
    ? [
        ['size_gte', String(bytes.from ?? 0)],
        ['size_lte', String(bytes.to ?? Number.MAX_SAFE_INTEGER)],
      ]
    : []
}

/**
 * A kind is asked for by the endings of its names: the category of the protocol would replace every other condition,
 * and means other kinds than those that are shown.
 */
function namesOf(text: string, kind: FileKind | undefined): Conditions {
  if (kind === undefined || kind === 'folder') return when(text, 'name', text)
  const part = text.replace(/^"(.*)"$/s, '$1')
  const names = extensionsOf(kind).map((ending) => `${part && `*${part}`}*.${ending}`)
  return [...names.map((name): [string, string] => ['name', name]), ['name_op_or', '']]
}

/** The address of what is searched for below a folder; that of the folder when it is nothing. `now` in ms since 1970. */
export function searchAddress(folder: string, sought: Sought, now: number): string {
  const kind = kindIn(sought)
  const bytes = kind === 'folder' ? [] : bytesOf(sought.size)
  const type = kind === 'folder' ? 'folder' : kind || bytes.length > 0 ? 'file' : undefined
  const conditions: Conditions = [
    ...namesOf(sought.search.trim(), kind),
    ...when(type, 'type', type ?? ''),
    ...timesOf(sought.changed, now),
    ...bytes,
  ]
  if (conditions.length === 0) return folder
  return formatUri({ ...parseUri(folder), search: [...conditions, ['case_folding', '']] })
}

/** What a search in a folder finds; undefined when nothing is searched for. */
export function foundIn(folder: string, sought: Sought) {
  const address = searchAddress(folder, sought, Date.now())
  return address === folder ? undefined : found(address)
}

/** CSS pixels. */
const pathWidth = 260

const withPath = (columns: readonly ViewColumn[]): readonly ViewColumn[] => {
  if (columns.some(({ type }) => type === ColumnType.parent)) return columns
  const behind = columns.findIndex(({ type }) => type === ColumnType.name) + 1
  return columns.toSpliced(behind, 0, { type: ColumnType.parent, width: pathWidth })
}

/** A view for what lies in many folders: as a list with the path of each, in the order of the service, unless chosen otherwise. */
export function viewOfFound(view: ShownView, { layout, sort }: FilesUrl): ShownView {
  return {
    ...view,
    layout: layout ?? 'list',
    sort: sort && view.sort,
    columns: withPath(view.columns),
  }
}
