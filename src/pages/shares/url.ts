import type { Sort } from '#src/ui/list/columns.ts'

/** The state in the URL of the share list; defaults are left out. */
export type SharesUrl = {
  search: string
  state: 'all' | 'live' | 'expiring' | 'dead' | 'expired' | 'usedUp' | 'sourceGone'
  protection: 'any' | 'password' | 'open'
  kind: 'any' | 'file' | 'folder'
  /** What a link exposes; all of these have to be so. */
  exposure: readonly ExposureFilter[]
  /** What has changed since the user last viewed the list. */
  since: 'any' | 'new' | 'dead' | 'visited'
  sort: Sort
  /** Id of the link whose details are open. */
  open: string | null
}

export const exposureFilters = ['canChange', 'neverExpires', 'neverOpened', 'namedPeople'] as const
export type ExposureFilter = (typeof exposureFilters)[number]

export const noFilters = {
  search: '',
  state: 'all',
  protection: 'any',
  kind: 'any',
  exposure: [],
  since: 'any',
} as const

const states = ['all', 'live', 'expiring', 'dead', 'expired', 'usedUp', 'sourceGone'] as const
const protections = ['any', 'password', 'open'] as const
const kinds = ['any', 'file', 'folder'] as const
const changes = ['any', 'new', 'dead', 'visited'] as const
export const sortKeys = ['name', 'state', 'visits', 'downloads', 'access', 'created'] as const
export type SortKey = (typeof sortKeys)[number]

function oneOf<T extends string>(values: readonly T[], value: string | null, otherwise: T): T {
  return values.find((known) => known === value) ?? otherwise
}

/** The direction of the first click: descending for numbers and dates, ascending for text. */
export const defaultSortDirection = (by: string): Sort['direction'] =>
  by === 'name' || by === 'state' || by === 'access' ? 'asc' : 'desc'

export function parseSharesUrl(params: URLSearchParams): SharesUrl {
  const sort = params.get('sort')
  // When a link ends had a column of its own once.
  const by = sort === 'expires' ? 'state' : oneOf(sortKeys, sort, 'created')
  const direction = oneOf(['asc', 'desc'] as const, params.get('dir'), defaultSortDirection(by))
  return {
    search: params.get('q') ?? '',
    state: oneOf(states, params.get('state'), 'all'),
    protection: oneOf(protections, params.get('protection'), 'any'),
    kind: oneOf(kinds, params.get('kind'), 'any'),
    exposure: exposureFilters.filter((one) => params.get('exposure')?.split(' ').includes(one)),
    since: oneOf(changes, params.get('since'), 'any'),
    sort: { by, direction },
    open: params.get('open'),
  }
}

export function formatSharesUrl(url: SharesUrl): URLSearchParams {
  const params = new URLSearchParams()
  if (url.search) params.set('q', url.search)
  if (url.state !== 'all') params.set('state', url.state)
  if (url.protection !== 'any') params.set('protection', url.protection)
  if (url.kind !== 'any') params.set('kind', url.kind)
  if (url.exposure.length > 0) params.set('exposure', url.exposure.join(' '))
  if (url.since !== 'any') params.set('since', url.since)
  if (url.sort.by !== 'created') params.set('sort', url.sort.by)
  if (url.sort.direction !== defaultSortDirection(url.sort.by))
    params.set('dir', url.sort.direction)
  if (url.open) params.set('open', url.open)
  return params
}
