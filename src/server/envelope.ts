import { Code } from '#src/contract/codes.ts'

/** The service says no: becomes an envelope with this code (spec §2.1, §7). `detail` is the envelope's `error`. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: number
  readonly detail: string
  readonly data: unknown
  /** What became of the items of a batch that failed, by their addresses. */
  readonly aggregated: ReadonlyMap<string, Refusal> | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: number,
    message: string,
    extra: {
      detail?: string
      data?: unknown
      aggregated?: ReadonlyMap<string, Refusal>
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

/** A handler's answer whose code is neither success nor an error: 203, the sign-in goes on. */
export class Reply {
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

/** The envelope of a refusal as an object: the top of an answer, or an entry of `aggregated_error`. */
function refusalBody(refusal: Refusal, correlationId: string): Record<string, unknown> {
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

/** What a handler returned, as an answer; undefined gives an envelope without `data`. */
export function answer(result: unknown): Response {
  if (result instanceof Response) return result
  const { code, data } = result instanceof Reply ? result : { code: Code.ok, data: result }
  return new Response(JSON.stringify({ code, ...(data === undefined ? {} : { data }), msg: '' }), {
    headers,
  })
}

/** 50004 for what a disk that is full or fails throws, under the database too; undefined for anything else. */
export function diskRefusal(error: unknown): Refusal | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(?:ENOSPC|EDQUOT|EFBIG|EIO|SQLITE_FULL|SQLITE_IOERR.*)$/.test(code)
    ? new Refusal(Code.ioFailed, 'I/O operation failed', { detail: 'the disk took no more' })
    : undefined
}

/** What a handler threw, as an answer. Anything but a {@link Refusal} is logged and told without its text. */
export function failure(error: unknown, correlationId: string): Response {
  let refusal: Refusal
  if (error instanceof Refusal) refusal = error
  else {
    console.error(`Latchkey: request ${correlationId} failed`, error)
    refusal = diskRefusal(error) ?? new Refusal(Code.internal, 'Internal error', { status: 500 })
  }
  return new Response(JSON.stringify(refusalBody(refusal, correlationId)), {
    status: refusal.status,
    headers: { ...headers, ...refusal.headers },
  })
}

/** RFC 3339 text of a time in milliseconds. */
export const isoTime = (time: number): string => new Date(time).toISOString()

/** What the wire writes where there is no time. */
export const zeroTime = '0001-01-01T00:00:00Z'
