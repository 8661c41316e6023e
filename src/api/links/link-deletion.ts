import { sendAuthenticated } from '#src/api/client.ts'
import type { ApiRequest } from '#src/api/wire/wire.ts'
import { NoData } from '#src/contract/schema.ts'

/** With `keepalive` it arrives even when the page is being closed. A browser takes 64 kB of such bodies at a time. */
type DeletionOptions = Pick<ApiRequest, 'signal' | 'keepalive'>

/**
 * `DELETE /share` (docs/protocol.md §5.4): removes these links; ids that are not the caller's are ignored. Throws 40074
 * (too many), 40001 or {@link TransportError} (a malformed id), in which case none is removed, and a status of 404 where
 * the service has no such call.
 */
export const removeLinks = (ids: readonly string[], options?: DeletionOptions): Promise<void> =>
  sendAuthenticated(NoData, { method: 'DELETE', path: '/share', body: { ids }, ...options })

/** `DELETE /share/:id` (docs/protocol.md §5.4): removes one link. Throws 404 when there is no such link. */
export const removeLink = (id: string, options?: DeletionOptions): Promise<void> =>
  sendAuthenticated(NoData, {
    method: 'DELETE',
    path: `/share/${encodeURIComponent(id)}`,
    ...options,
  })
