import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import type { ResponseEnvelope } from '#src/contract/errors.ts'
import type { Wire } from '#src/server/http/wire.ts'

/**
 * A refused request: becomes an envelope with this code (docs/protocol.md §1.2, §1.7). `detail` is the envelope's
 * `error`.
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly code: number
  readonly detail: string
  readonly data: unknown
  /** The failed items of a batch, by URI. */
  readonly aggregated: ReadonlyMap<string, HttpError> | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: number,
    message: string,
    extra: {
      detail?: string
      data?: unknown
      aggregated?: ReadonlyMap<string, HttpError>
      status?: number
      headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(message)
    this.code = code
    this.detail = extra.detail ?? (message || `code ${code}`)
    this.data = extra.data
    this.aggregated = extra.aggregated
    this.status = extra.status ?? 200
    this.headers = extra.headers ?? {}
  }
}

/** HTTP 503: there are too many requests at this moment. The same request may be sent again after a second. */
export const tooBusyError = (message = 'Too many requests at once') =>
  new HttpError(-1, message, { status: 503, headers: { 'retry-after': '1' } })

/** A result whose code is neither success nor an error: 203 asks for the second factor. */
export class ResultWithCode {
  readonly code: number
  readonly data: unknown
  constructor(code: number, data: unknown) {
    this.code = code
    this.data = data
  }
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
}

/** The envelope of a refusal: the whole body of a response, or one entry of `aggregated_error`. */
function refusalBody(refusal: HttpError, correlationId: string): Wire<typeof ResponseEnvelope> {
  return {
    code: refusal.code,
    ...(refusal.data === undefined ? {} : { data: refusal.data }),
    ...(refusal.aggregated
      ? {
          aggregated_error: Object.fromEntries(
            [...refusal.aggregated].map(([uri, inner]) => [uri, refusalBody(inner, correlationId)]),
          ),
        }
      : {}),
    msg: refusal.message,
    error: refusal.detail,
    correlation_id: correlationId,
  }
}

/** Wraps what a handler returned in an envelope; undefined gives an envelope without `data`. */
export function successResponse(result: unknown): Response {
  if (result instanceof Response) return result
  const { code, data } =
    result instanceof ResultWithCode ? result : { code: ErrorCode.ok, data: result }
  const text = JSON.stringify({ code, ...(data === undefined ? {} : { data }), msg: '' })
  return new Response(text, {
    headers: { ...headers, 'content-length': String(Buffer.byteLength(text)) },
  })
}

/** The refusal (50004) for an error of a full or failing disk, also under the database; undefined for other errors. */
export function diskErrorToHttpError(error: unknown): HttpError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(?:ENOSPC|EDQUOT|EFBIG|EIO|SQLITE_FULL|SQLITE_IOERR.*)$/.test(code)
    ? new HttpError(ErrorCode.ioFailed, 'I/O operation failed', { detail: 'the disk took no more' })
    : undefined
}

/** Wraps what a handler threw in an envelope. Anything but a {@link HttpError} is logged, and its text is not sent. */
export function errorResponse(error: unknown, correlationId: string): Response {
  let refusal: HttpError
  if (error instanceof HttpError) refusal = error
  else {
    console.error(`Latchkey: request ${correlationId} failed`, error)
    refusal =
      diskErrorToHttpError(error) ??
      new HttpError(ErrorCode.internal, 'Internal error', { status: 500 })
  }
  const text = JSON.stringify(refusalBody(refusal, correlationId))
  return new Response(text, {
    status: refusal.status,
    headers: {
      ...headers,
      'content-length': String(Buffer.byteLength(text)),
      ...refusal.headers,
    },
  })
}

/** RFC 3339 text of a time in milliseconds since 1970. */
export const isoTime = (time: number): string => new Date(time).toISOString()

/** The latest time that a Date can hold, in ms since 1970. */
export const maxTime = 8_640_000_000_000_000

/** The wire's zero value of a time. */
export const zeroTime = '0001-01-01T00:00:00Z'
