import type { Sort } from '#src/ui/RowList.tsx'

/** What the address of the trash says; what is left out is the default. */
export type TrashUrl = {
  search: string
  sort: Sort
  /** Id of the item whose details are open. */
  open: string | null
}

export const sortKeys = ['name', 'origin', 'deleted', 'daysLeft', 'size'] as const
export type SortKey = (typeof sortKeys)[number]

/** Words from A to Z and what leaves first; dates and sizes largest first. */
export const firstDirection = (by: string): Sort['direction'] =>
  by === 'deleted' || by === 'size' ? 'desc' : 'asc'

export function parseTrashUrl(params: URLSearchParams): TrashUrl {
  const by = sortKeys.find((key) => key === params.get('sort')) ?? 'deleted'
  const dir = params.get('dir')
  return {
    search: params.get('q') ?? '',
    sort: { by, direction: dir === 'asc' || dir === 'desc' ? dir : firstDirection(by) },
    open: params.get('open'),
  }
}

export function formatTrashUrl(url: TrashUrl): URLSearchParams {
  const params = new URLSearchParams()
  if (url.search) params.set('q', url.search)
  if (url.sort.by !== 'deleted') params.set('sort', url.sort.by)
  if (url.sort.direction !== firstDirection(url.sort.by)) params.set('dir', url.sort.direction)
  if (url.open) params.set('open', url.open)
  return params
}
