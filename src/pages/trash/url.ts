import type { FileKind } from '#src/lib/names/file-kind.ts'
import type { Sort } from '#src/ui/list/columns.ts'

/** A range of deletion times, in ms since 1970, both ends included. */
export type TimeRange = { readonly from: number; readonly to: number }

/** Rows are items, or what was deleted at the same time. */
export const trashViews = ['items', 'deletions'] as const
type TrashView = (typeof trashViews)[number]

/** The state in the URL of the trash; defaults are left out. */
export type TrashUrl = {
  view: TrashView
  search: string
  /** Only items that will be deleted permanently within days. */
  isSoon: boolean
  kind: FileKind | null
  /** URI of a folder: only items that were in it. */
  origin: string | null
  /** Only items that were deleted together. */
  together: TimeRange | null
  sort: Sort
  /** Id of the item whose details are open. */
  open: string | null
}

/** What items are sorted by. */
export const itemSortKeys = ['name', 'origin', 'deleted', 'daysLeft', 'size'] as const
/** What deletions are sorted by. */
export const deletionGroupSortKeys = [
  'name',
  'origin',
  'deleted',
  'items',
  'daysLeft',
  'size',
] as const
export type DeletionGroupSortKey = (typeof deletionGroupSortKeys)[number]

export const noTrashFilters = {
  search: '',
  isSoon: false,
  kind: null,
  origin: null,
  together: null,
}

/** Kinds to filter by, in display order. */
export const filterKinds = [
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

/** The direction of the first click: ascending for text and days left, descending for dates, sizes and counts. */
export const defaultSortDirection = (by: string): Sort['direction'] =>
  by === 'deleted' || by === 'size' || by === 'items' ? 'desc' : 'asc'

/** The order of items: a number of items is only known of deletions. */
export const itemSortFromGroupSort = (sort: Sort): Sort =>
  sort.by === 'items' ? { by: 'deleted', direction: defaultSortDirection('deleted') } : sort

function parseSpan(text: string | null): TimeRange | null {
  const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? []
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) }
}

export function parseTrashUrl(params: URLSearchParams): TrashUrl {
  const by = deletionGroupSortKeys.find((key) => key === params.get('sort')) ?? 'deleted'
  const dir = params.get('dir')
  return {
    view: params.get('view') === 'deletions' ? 'deletions' : 'items',
    search: params.get('q') ?? '',
    isSoon: params.get('leaving') === 'soon',
    kind: filterKinds.find((kind) => kind === params.get('kind')) ?? null,
    origin: params.get('from') || null,
    together: parseSpan(params.get('together')),
    sort: { by, direction: dir === 'asc' || dir === 'desc' ? dir : defaultSortDirection(by) },
    open: params.get('open'),
  }
}

export function formatTrashUrl(url: TrashUrl): URLSearchParams {
  const params = new URLSearchParams()
  if (url.view !== 'items') params.set('view', url.view)
  if (url.search) params.set('q', url.search)
  if (url.isSoon) params.set('leaving', 'soon')
  if (url.kind) params.set('kind', url.kind)
  if (url.origin) params.set('from', url.origin)
  if (url.together) params.set('together', `${url.together.from}-${url.together.to}`)
  if (url.sort.by !== 'deleted') params.set('sort', url.sort.by)
  if (url.sort.direction !== defaultSortDirection(url.sort.by))
    params.set('dir', url.sort.direction)
  if (url.open) params.set('open', url.open)
  return params
}

/** Identifies the current filter; empty for none. */
export function trashFilterKey(url: TrashUrl): string {
  const filters = formatTrashUrl({
    ...url,
    view: 'items',
    search: url.search.trim(),
    sort: { by: 'deleted', direction: defaultSortDirection('deleted') },
    open: null,
  })
  return filters.toString()
}
