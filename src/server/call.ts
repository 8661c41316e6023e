import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import { InvalidUriError, canonicalScheme, parseUri } from '#src/contract/uri.ts'
import type { FileUri } from '#src/contract/uri.ts'
import type { Archives } from './archive.ts'
import type { Captchas } from './captcha.ts'
import type { Db } from './db.ts'
import { Refusal } from './envelope.ts'
import type { PasswordHasher } from './passwords.ts'
import type { Collector } from './retention.ts'
import type { Store } from './store.ts'
import type { Throttle } from './throttle.ts'
import type { SecondFactors } from './totp.ts'
import type { UserRow } from './users.ts'

/** What every handler works with; lives as long as the service. */
export type Context = {
  readonly db: Db
  readonly store: Store
  /** Milliseconds since 1970. */
  now: () => number
  /** Signs tokens and addresses. */
  readonly key: Uint8Array
  readonly hasher: PasswordHasher
  readonly throttle: Throttle
  readonly secondFactors: SecondFactors
  readonly captchas: Captchas
  readonly collector: Collector
  readonly archives: Archives
  readonly asksCaptcha: boolean
  /** Origin of the page, without a trailing slash. */
  siteUrl: (request: Request) => string
}

/** One request. `user` is null for an anonymous one. */
export type Call = {
  readonly context: Context
  readonly request: Request
  readonly query: URLSearchParams
  readonly params: Readonly<Record<string, string>>
  readonly user: UserRow | null
  /** Network address of the caller, '' when it is not known. */
  readonly address: string
}

/** Answers with data, nothing, a `Reply` or a whole `Response`; throws a {@link Refusal}. */
type Handler = (call: Call) => unknown
export type Route = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  handler: Handler,
]

const maxBody = 1024 * 1024

async function readText(request: Request): Promise<string> {
  const reader = request.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > maxBody) {
      await reader.cancel()
      throw new Refusal(Code.invalidParameters, 'Request body too large', { status: 413 })
    }
    text += decoder.decode(value, { stream: true })
  }
}

const ruleWords: Readonly<Record<string, string>> = {
  min_length: 'too short',
  min_value: 'too short',
  non_empty: 'cannot be empty',
  max_length: 'too long',
  max_value: 'too long',
  email: 'format error',
  regex: 'format error',
}

function refusalOf(issue: v.BaseIssue<unknown>): Refusal {
  const path = issue.path?.map((item) => String(item.key)) ?? []
  const detail = `${path.join('.') || 'body'}: ${issue.message}`
  const field = (path[0] ?? '')
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  if (issue.kind === 'schema' || issue.type === 'safe_integer') {
    const isMissing = path.length > 0 && issue.received === 'undefined'
    const message = isMissing ? `${field} cannot be empty` : 'JSON marshall error'
    return new Refusal(Code.invalidParameters, message, { detail })
  }
  const words = ruleWords[issue.type]
  const message = words && field ? `${field} ${words}` : 'Invalid parameters.'
  return new Refusal(Code.invalidParameters, message, { detail })
}

/** The JSON body, checked. Throws 40001 for anything else; bodies over 1 MiB are 413. */
export async function readBody<S extends v.GenericSchema>(
  call: Call,
  schema: S,
): Promise<v.InferOutput<S>> {
  let body: unknown
  try {
    body = JSON.parse(await readText(call.request))
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(Code.invalidParameters, 'Parameter error', { detail: 'the body is not JSON' })
  }
  return readAs(schema, body)
}

/** A value of a body, checked; a fault is told of its own fields. Throws 40001. */
export function readAs<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, value)
  if (!read.success) throw refusalOf(read.issues[0])
  return read.output
}

/** An integer of the query, undefined when absent or empty. Throws 40001. */
export function queryInteger(call: Call, name: string): number | undefined {
  const text = call.query.get(name)
  if (text === null || text === '') return undefined
  const value = Number(text)
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new Refusal(Code.invalidParameters, 'Parameter error', {
      detail: `${name} is not an integer`,
    })
  }
  return value
}

/** A boolean of the query, false when absent or empty. Throws 40001. */
export function queryFlag(call: Call, name: string): boolean {
  const text = call.query.get(name)
  if (text === null || text === '' || /^(0|f|false)$/i.test(text)) return false
  if (/^(1|t|true)$/i.test(text)) return true
  throw new Refusal(Code.invalidParameters, 'Parameter error', {
    detail: `${name} is not a boolean`,
  })
}

/** Reads an address in the service's own scheme. Throws 40001. */
export function readUri(text: string): FileUri {
  try {
    return parseUri(text, canonicalScheme)
  } catch (error) {
    if (!(error instanceof InvalidUriError)) throw error
    throw new Refusal(Code.invalidParameters, 'unknown uri', { detail: error.message })
  }
}

/** The signed-in user. Throws 401. */
export function requireUser(call: Call): UserRow {
  if (!call.user) throw new Refusal(Code.signInRequired, 'Login required')
  return call.user
}
