import type { FileKind } from '#src/lib/names.ts'
import type { Sort } from '#src/ui/RowList.tsx'

/** A span of deletion times, in ms since 1970, both ends included. */
export type Span = { readonly from: number; readonly to: number }

/** What the address of the trash says; what is left out is the default. */
export type TrashUrl = {
  search: string
  /** Only what is collected within days. */
  isSoon: boolean
  kind: FileKind | null
  /** Address of a folder: only what was in it. */
  origin: string | null
  /** Only what was deleted in one go. */
  together: Span | null
  sort: Sort
  /** Id of the item whose details are open. */
  open: string | null
}

export const sortKeys = ['name', 'origin', 'deleted', 'daysLeft', 'size'] as const
export type SortKey = (typeof sortKeys)[number]

export const noFilters = { search: '', isSoon: false, kind: null, origin: null, together: null }

/** Kinds that can be filtered by, in the order in which they are offered. */
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
  'code',
  'text',
  'other',
] as const satisfies readonly FileKind[]

/** Words from A to Z and what leaves first; dates and sizes largest first. */
export const firstDirection = (by: string): Sort['direction'] =>
  by === 'deleted' || by === 'size' ? 'desc' : 'asc'

function parseSpan(text: string | null): Span | null {
  const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? []
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) }
}

export function parseTrashUrl(params: URLSearchParams): TrashUrl {
  const by = sortKeys.find((key) => key === params.get('sort')) ?? 'deleted'
  const dir = params.get('dir')
  return {
    search: params.get('q') ?? '',
    isSoon: params.get('leaving') === 'soon',
    kind: kinds.find((kind) => kind === params.get('kind')) ?? null,
    origin: params.get('from') || null,
    together: parseSpan(params.get('together')),
    sort: { by, direction: dir === 'asc' || dir === 'desc' ? dir : firstDirection(by) },
    open: params.get('open'),
  }
}

export function formatTrashUrl(url: TrashUrl): URLSearchParams {
  const params = new URLSearchParams()
  if (url.search) params.set('q', url.search)
  if (url.isSoon) params.set('leaving', 'soon')
  if (url.kind) params.set('kind', url.kind)
  if (url.origin) params.set('from', url.origin)
  if (url.together) params.set('together', `${url.together.from}-${url.together.to}`)
  if (url.sort.by !== 'deleted') params.set('sort', url.sort.by)
  if (url.sort.direction !== firstDirection(url.sort.by)) params.set('dir', url.sort.direction)
  if (url.open) params.set('open', url.open)
  return params
}

/** Names the filter that is in force; empty for none. */
export function filterKey(url: TrashUrl): string {
  const filters = formatTrashUrl({
    ...url,
    search: url.search.trim(),
    sort: { by: 'deleted', direction: firstDirection('deleted') },
    open: null,
  })
  return filters.toString()
}
