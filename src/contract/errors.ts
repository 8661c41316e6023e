import * as v from 'valibot'
import { ErrorCode } from './error-codes/error-codes.ts'
import { LockConflict } from './lock.ts'
import { isRecord, listOf, optionalText, textOrEmpty } from './schema.ts'

/** The body of every response (docs/protocol.md §1.2). */
export const ResponseEnvelope = v.object({
  code: v.custom<number>(Number.isInteger),
  msg: textOrEmpty,
  data: v.optional(v.unknown()),
  aggregated_error: v.optional(v.unknown()),
  error: optionalText,
  correlation_id: optionalText,
})
export type ResponseEnvelope = v.InferOutput<typeof ResponseEnvelope>

type ErrorFacts = {
  code: number
  message?: string | undefined
  detail?: string | undefined
  correlationId?: string | undefined
}

/**
 * The service refused the request: a non-zero `code`. `message` is the service's own text and is never shown to the
 * user.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: number
  readonly detail: string | undefined
  readonly correlationId: string | undefined
  constructor({ code, message, detail, correlationId }: ErrorFacts) {
    super(message ?? '')
    this.code = code
    this.detail = detail
    this.correlationId = correlationId
  }
}

/** 40073 (docs/protocol.md §7.4). `conflicts` is empty when the service named none. */
export class LockConflictError extends ApiError {
  override name = 'LockConflictError'
  readonly conflicts: readonly LockConflict[]
  constructor(report: ErrorFacts, conflicts: readonly LockConflict[]) {
    super(report)
    this.conflicts = conflicts
  }
}

/**
 * A WOPI operation met another lock than its own, or its own lock is gone. `heldLock` is the name of the lock in its
 * place; '' when there is none or the service does not tell.
 */
export class WopiLockError extends LockConflictError {
  override name = 'WopiLockError'
  readonly heldLock: string
  constructor(report: ErrorFacts, conflicts: readonly LockConflict[], heldLock: string) {
    super(report, conflicts)
    this.heldLock = heldLock
  }
}

/**
 * 40081 (docs/protocol.md §1.5): the items at these URIs failed, each with its own error; the others succeeded. When
 * `failures` is empty the service did not say which failed, so the state of every item is unknown.
 */
export class BatchError extends ApiError {
  override name = 'BatchError'
  readonly failures: ReadonlyMap<string, ApiError>
  constructor(report: ErrorFacts, failures: ReadonlyMap<string, ApiError>) {
    super(report)
    this.failures = failures
  }
}

/**
 * There was no envelope: the network failed, the request timed out, a proxy sent a page of its own, or the body was cut
 * off. `status` is the HTTP status if there was one; `retryAfter` is in milliseconds.
 */
export class TransportError extends Error {
  override name = 'TransportError'
  readonly reason: 'network' | 'timeout' | 'http' | 'malformed'
  readonly status: number | undefined
  readonly retryAfter: number | undefined
  readonly correlationId: string | undefined
  constructor(
    reason: TransportError['reason'],
    facts: {
      status?: number | undefined
      retryAfter?: number
      correlationId?: string | undefined
      cause?: unknown
    } = {},
  ) {
    super(reason, { cause: facts.cause })
    this.reason = reason
    this.status = facts.status
    this.retryAfter = facts.retryAfter
    this.correlationId = facts.correlationId
  }
}

/** A request for a link had no answer, and whether it was created could not be looked up. */
export class LinkMaybeCreatedError extends TransportError {
  override name = 'LinkMaybeCreatedError'
  constructor(cause: unknown) {
    super('timeout', { cause })
  }
}

/** The sign-in that a request waited for did not happen, or was by another user. */
export class SessionEndedError extends Error {
  override name = 'SessionEndedError'
}

/** Whether the service refused with one of these codes. */
export const hasErrorCode = (error: unknown, ...codes: readonly number[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code)

/** Whether the service says that there is nothing at an address: 40016 for files, 404 for the rest. */
export const isNotFound = (error: unknown): error is ApiError =>
  hasErrorCode(error, ErrorCode.pathNotFound, ErrorCode.notFound)

const maxDepth = 8

/**
 * The typed error for an envelope whose code is not 0. Never throws. Every key of `aggregated_error` becomes a failure,
 * even when its value is unreadable; batches nested deeper than `maxDepth` become plain errors.
 */
export function toApiError(envelope: ResponseEnvelope, fallbackId?: string, depth = 0): ApiError {
  const correlationId = envelope.correlation_id || fallbackId
  const report: ErrorFacts = {
    code: envelope.code,
    message: envelope.msg,
    ...(envelope.error === undefined ? {} : { detail: envelope.error }),
    ...(correlationId ? { correlationId } : {}),
  }
  if (envelope.code === ErrorCode.lockConflict) {
    return new LockConflictError(report, v.parse(listOf(LockConflict), envelope.data))
  }
  if (envelope.code === ErrorCode.batchIncomplete && depth < maxDepth) {
    const failures = new Map<string, ApiError>()
    if (isRecord(envelope.aggregated_error)) {
      for (const [uri, failure] of Object.entries(envelope.aggregated_error)) {
        const read = v.safeParse(ResponseEnvelope, failure)
        const nested = read.success ? read.output : { code: ErrorCode.unclassified, msg: '' }
        failures.set(uri, toApiError(nested, correlationId, depth + 1))
      }
    }
    return new BatchError(report, failures)
  }
  return new ApiError(report)
}
