import type { ApiRequest } from '#src/api/wire/wire.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError, hasErrorCode } from '#src/contract/errors.ts'
import { isRecord } from '#src/contract/schema.ts'

/** Whether a URI, in any scheme, leads through a link. */
const isThroughLink = (uri: unknown): boolean =>
  typeof uri === 'string' && /^[^/]+:\/\/[^/]+@share(?:[/?]|$)/.test(uri)

/**
 * The refusal of a request, where 404 about a URI that leads through a link is `linkEnded`: the link has expired or is used
 * up, and what it leads to is still there (docs/protocol.md §5.5).
 */
export function toLinkEndedError(error: unknown, { query, body }: ApiRequest): unknown {
  if (error instanceof BatchError) {
    const failures = [...error.failures].map(
      ([uri, failure]) => [uri, isThroughLink(uri) ? ended(failure) : failure] as const,
    )
    return new BatchError(error, new Map(failures))
  }
  const { uri, uris, dst } = isRecord(body) ? body : { uri: query?.['uri'] }
  const isOfLink = [uri, dst, ...(Array.isArray(uris) ? uris : [])].some(isThroughLink)
  return isOfLink && error instanceof ApiError ? ended(error) : error
}

const ended = (error: ApiError): ApiError =>
  hasErrorCode(error, ErrorCode.notFound)
    ? new ApiError({
        code: ErrorCode.linkEnded,
        message: error.message,
        detail: error.detail,
        correlationId: error.correlationId,
      })
    : error
