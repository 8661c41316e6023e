import type { ApiRequest } from '#src/api/wire/wire.ts'

export type FilePage = {
  /** When absent, the folder's effective view decides. */
  size?: number | undefined
  order?: string | undefined
  direction?: string | undefined
  cursor?: string | undefined
}

/**
 * `GET /file` (docs/protocol.md §4.2); `uri` is in the scheme of the server. Separate from the parsing of its response,
 * because the first page is requested before that code has loaded.
 */
export const fileListRequest = (uri: string, page: FilePage): ApiRequest => ({
  method: 'GET',
  path: '/file',
  query: {
    uri,
    page_size: page.size,
    order_by: page.order,
    order_direction: page.direction,
    next_page_token: page.cursor || undefined,
  },
})

/**
 * The first page of the trash, newest deletion first. Size and order are explicit because the default leaks between
 * users on the public server (docs/protocol.md §3.3).
 */
export const firstTrashPage = { size: 500, order: 'updated_at', direction: 'desc' }
