import type { Call } from './wire.ts'

export type SharePage = { size: number; direction: 'asc' | 'desc'; cursor?: string | undefined }

/** The largest page of `GET /share`. */
const maxSharePage = 100

/** `GET /share` (spec §4.2). Apart from the reading of its answer: the first page is asked for before that is here. */
export const shareCall = (page: SharePage): Call => ({
  method: 'GET',
  path: '/share',
  query: {
    page_size: page.size,
    order_direction: page.direction,
    next_page_token: page.cursor || undefined,
  },
})

/** The newest links. */
export const firstShares: SharePage = { size: maxSharePage, direction: 'desc' }
