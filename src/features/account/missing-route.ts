import { isNotFound, TransportError } from '#src/contract/errors.ts'

/** Whether the service does not know the route that was asked (docs/protocol.md §1.3). */
export const isNotFoundOrHttp404 = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof TransportError && error.status === 404)
