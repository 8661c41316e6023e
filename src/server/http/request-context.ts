import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { InvalidUriError, canonicalScheme, parseUri } from '#src/contract/uri.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import type { Captchas } from '#src/server/accounts/sign-in/captcha.ts'
import type { PasswordHasher } from '#src/server/accounts/sign-in/passwords.ts'
import type { PendingSecondFactors } from '#src/server/accounts/sign-in/second-factors.ts'
import type { GuessThrottles } from '#src/server/accounts/sign-in/throttle.ts'
import type { TokenKey } from '#src/server/accounts/tokens.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import type { ArchiveRegistry } from '#src/server/contents/archive-registry.ts'
import type { EventHub } from '#src/server/events/event-hub.ts'
import type { ThumbnailProcesses } from '#src/server/pictures/thumbnail-processes.ts'
import type { ContentStore } from '#src/server/storage/content-store.ts'
import type { Db } from '#src/server/storage/db.ts'
import { isWellFormedId } from '#src/server/storage/ids.ts'
import type { RetentionJob } from '#src/server/trash/retention.ts'
import type { Admission } from './admission/admission.ts'
import { HttpError } from './responses/envelope.ts'
import type { TimeSliceScheduler } from './time-slice-scheduler.ts'

/** What every handler works with; created once for each service. */
export type ServiceContext = {
  readonly db: Db
  readonly store: ContentStore
  /** Milliseconds since 1970. */
  now: () => number
  /** Signs addresses. */
  readonly key: Uint8Array
  /** The same key, for signing tokens. */
  readonly tokenKey: TokenKey
  readonly hasher: PasswordHasher
  readonly throttles: GuessThrottles
  readonly secondFactors: PendingSecondFactors
  readonly captchas: Captchas
  readonly retentionJob: RetentionJob
  readonly archives: ArchiveRegistry
  readonly events: EventHub
  readonly pictures: ThumbnailProcesses
  readonly requests: TimeSliceScheduler
  readonly admission: Admission
  readonly asksCaptcha: boolean
  /** Milliseconds after which a search ends with what it has found. */
  readonly searchTimeoutMs: number
  /** Origin of the page, without a trailing slash. */
  siteUrl: (request: Request) => string
}

/** One request. `user` is null for an anonymous one. */
export type RequestContext = {
  readonly context: ServiceContext
  readonly request: Request
  readonly query: URLSearchParams
  readonly params: Readonly<Record<string, string>>
  readonly user: UserRow | null
  /** The sign-in (token family) of the access token; '' for an anonymous request. */
  readonly family: string
  /** Network address of the caller, '' when it is not known. */
  readonly address: string
  /** Resolves when the answer has been sent, or the connection is lost; undefined where nobody can tell. */
  readonly closed: Promise<void> | undefined
  /** How the answer is sent: not before this many ms are over. Copies of the request context share it. */
  readonly answer: { delayMs: number }
}

/** Bytes of the largest JSON body. */
const maxBody = 1024 * 1024
/** Milliseconds that a JSON body may take. */
const bodyTimeoutMs = 10_000

/** HTTP 408: the body did not arrive in time. */
export const bodyTimeoutError = () =>
  new HttpError(ErrorCode.invalidParameters, 'Request body too slow', { status: 408 })

async function readText(request: Request): Promise<string> {
  const reader = request.body?.getReader()
  if (!reader) return ''
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), bodyTimeoutMs)
  try {
    return await Promise.race([readAll(reader), rejectOnAbort(timeout.signal)])
  } finally {
    clearTimeout(timer)
    reader.releaseLock()
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(bodyTimeoutError()), { once: true })
  })
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > maxBody) {
      throw new HttpError(ErrorCode.invalidParameters, 'Request body too large', { status: 413 })
    }
    text += decoder.decode(value, { stream: true })
  }
}

const ruleTexts: Readonly<Record<string, string>> = {
  min_length: 'too short',
  min_value: 'too short',
  non_empty: 'cannot be empty',
  max_length: 'too long',
  max_value: 'too long',
  email: 'format error',
  regex: 'format error',
}

function refusalOf(issue: v.BaseIssue<unknown>): HttpError {
  const path = issue.path?.map((item) => String(item.key)) ?? []
  const detail = `${path.join('.') || 'body'}: ${issue.message}`
  const field = (path[0] ?? '')
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  if (issue.kind === 'schema' || issue.type === 'safe_integer') {
    const isMissing = path.length > 0 && issue.received === 'undefined'
    const message = isMissing ? `${field} cannot be empty` : 'JSON marshall error'
    return new HttpError(ErrorCode.invalidParameters, message, { detail })
  }
  const text = ruleTexts[issue.type]
  const message = text && field ? `${field} ${text}` : 'Invalid parameters.'
  return new HttpError(ErrorCode.invalidParameters, message, { detail })
}

/** Reads and validates the JSON body. Throws 40001 for any other body, with HTTP 413 above 1 MiB. */
export async function readBody<S extends v.GenericSchema>(
  ctx: RequestContext,
  schema: S,
): Promise<v.InferOutput<S>> {
  // Other types could be sent by a page of another site without asking (CORS safelist).
  const type = ctx.request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new HttpError(ErrorCode.invalidParameters, 'Parameter error', {
      detail: 'the body is not application/json',
    })
  }
  let body: unknown
  try {
    body = JSON.parse(await readText(ctx.request))
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError(ErrorCode.invalidParameters, 'Parameter error', {
      detail: 'the body is not JSON',
    })
  }
  return validateValue(schema, body)
}

/** Validates a value of a request body. Throws 40001, which names the first field at fault. */
export function validateValue<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S> {
  const read = v.safeParse(schema, value)
  if (!read.success) throw refusalOf(read.issues[0])
  return read.output
}

/** An integer of the query, undefined when absent or empty. Throws 40001. */
export function queryInteger(ctx: RequestContext, name: string): number | undefined {
  const text = ctx.query.get(name)
  if (text === null || text === '') return undefined
  const value = Number(text)
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new HttpError(ErrorCode.invalidParameters, 'Parameter error', {
      detail: `${name} is not an integer`,
    })
  }
  return value
}

/** A boolean of the query, false when absent or empty. Throws 40001. */
export function queryFlag(ctx: RequestContext, name: string): boolean {
  const text = ctx.query.get(name)
  if (text === null || text === '' || /^(0|f|false)$/i.test(text)) return false
  if (/^(1|t|true)$/i.test(text)) return true
  throw new HttpError(ErrorCode.invalidParameters, 'Parameter error', {
    detail: `${name} is not a boolean`,
  })
}

/** Maximum depth of an item. */
export const maxItemDepth = 256
/** Maximum number of segments of a URI; most of them can lead nowhere. */
const maxSegments = 1_000

/** Parses a URI in the service's own scheme (`svc:`). Throws 40001, also for one of more than 1,000 segments. */
export function parseRequestUri(text: string): ParsedUri {
  try {
    const uri = parseUri(text, canonicalScheme)
    if (uri.segments.length <= maxSegments) return uri
    throw new InvalidUriError('too many segments')
  } catch (error) {
    if (!(error instanceof InvalidUriError)) throw error
    throw new HttpError(ErrorCode.invalidParameters, 'unknown uri', { detail: error.message })
  }
}

/** 40001: nothing has this id. */
export const malformedIdError = () =>
  new HttpError(ErrorCode.invalidParameters, 'Failed to parse object ID')

/** Throws 40001 for text that has not the form of an id. */
export function requireId(text: string): string {
  if (!isWellFormedId(text)) throw malformedIdError()
  return text
}

/** The signed-in user. Throws 401. */
export function requireUser(ctx: RequestContext): UserRow {
  if (!ctx.user) throw new HttpError(ErrorCode.signInRequired, 'Login required')
  return ctx.user
}
