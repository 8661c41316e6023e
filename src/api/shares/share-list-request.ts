import type { ApiRequest } from '#src/api/wire/wire.ts'

export type SharePage = { size: number; direction: 'asc' | 'desc'; cursor?: string | undefined }

/** The largest page of `GET /share`. */
const maxPageSize = 100

/**
 * `GET /share` (docs/protocol.md §5.1). Separate from the parsing of its response, because the first page is requested
 * before that code has loaded.
 */
export const shareListRequest = (page: SharePage): ApiRequest => ({
  method: 'GET',
  path: '/share',
  query: {
    page_size: page.size,
    order_direction: page.direction,
    next_page_token: page.cursor || undefined,
  },
})

/** The first page: the newest links. */
export const firstSharePage: SharePage = { size: maxPageSize, direction: 'desc' }
