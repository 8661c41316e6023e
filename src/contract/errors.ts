import * as v from 'valibot'
import { Code } from './codes.ts'
import { LockConflict } from './lock.ts'
import { isRecord, list, maybeText, text } from './schema.ts'

/** The body of every answer (spec §2.1). */
export const Envelope = v.object({
  code: v.custom<number>(Number.isInteger),
  msg: text,
  data: v.optional(v.unknown()),
  aggregated_error: v.optional(v.unknown()),
  error: maybeText,
  correlation_id: maybeText,
})
export type Envelope = v.InferOutput<typeof Envelope>

type Report = {
  code: number
  message?: string | undefined
  detail?: string | undefined
  correlationId?: string | undefined
}

/** The service refused: a non-zero `code`. `message` is the service's own and is never shown as it is. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: number
  readonly detail: string | undefined
  readonly correlationId: string | undefined
  constructor({ code, message, detail, correlationId }: Report) {
    super(message ?? '')
    this.code = code
    this.detail = detail
    this.correlationId = correlationId
  }
}

/** 40073. `conflicts` is empty when the service named none. */
export class LockConflictError extends ApiError {
  override name = 'LockConflictError'
  readonly conflicts: readonly LockConflict[]
  constructor(report: Report, conflicts: readonly LockConflict[]) {
    super(report)
    this.conflicts = conflicts
  }
}

/**
 * A WOPI operation met a lock that is not its own, or no longer has the one it had. `heldLock` is what the lock in its
 * place is called, '' when the service does not say or there is none.
 */
export class WopiLockError extends LockConflictError {
  override name = 'WopiLockError'
  readonly heldLock: string
  constructor(report: Report, conflicts: readonly LockConflict[], heldLock: string) {
    super(report, conflicts)
    this.heldLock = heldLock
  }
}

/**
 * 40081: the items under these addresses failed, each for its own reason; the others went through. `failures` is empty
 * when the service did not say which: then nothing is known of any item.
 */
export class BatchError extends ApiError {
  override name = 'BatchError'
  readonly failures: ReadonlyMap<string, ApiError>
  constructor(report: Report, failures: ReadonlyMap<string, ApiError>) {
    super(report)
    this.failures = failures
  }
}

/**
 * No envelope came: the network failed, time ran out, a proxy answered a page of its own, or the body was cut.
 * `status` is the HTTP status where there was one, `retryAfter` is in milliseconds.
 */
export class TransportError extends Error {
  override name = 'TransportError'
  readonly reason: 'network' | 'timeout' | 'http' | 'malformed'
  readonly status: number | undefined
  readonly retryAfter: number | undefined
  readonly correlationId: string | undefined
  constructor(
    reason: TransportError['reason'],
    facts: { status?: number; retryAfter?: number; correlationId?: string; cause?: unknown } = {},
  ) {
    super(reason, { cause: facts.cause })
    this.reason = reason
    this.status = facts.status
    this.retryAfter = facts.retryAfter
    this.correlationId = facts.correlationId
  }
}

const maxDepth = 8

/**
 * The typed error for an envelope whose code is not 0. Never throws. Every key of an `aggregated_error` becomes a
 * failure, also when what stands under it cannot be read; batches nested too deep stay plain errors.
 */
export function toApiError(envelope: Envelope, fallbackId?: string, depth = 0): ApiError {
  const correlationId = envelope.correlation_id || fallbackId
  const report: Report = {
    code: envelope.code,
    message: envelope.msg,
    ...(envelope.error === undefined ? {} : { detail: envelope.error }),
    ...(correlationId ? { correlationId } : {}),
  }
  if (envelope.code === Code.lockConflict) {
    return new LockConflictError(report, v.parse(list(LockConflict), envelope.data))
  }
  if (envelope.code === Code.batchIncomplete && depth < maxDepth) {
    const failures = new Map<string, ApiError>()
    if (isRecord(envelope.aggregated_error)) {
      for (const [uri, failure] of Object.entries(envelope.aggregated_error)) {
        const read = v.safeParse(Envelope, failure)
        const nested = read.success ? read.output : { code: Code.unclassified, msg: '' }
        failures.set(uri, toApiError(nested, correlationId, depth + 1))
      }
    }
    return new BatchError(report, failures)
  }
  return new ApiError(report)
}
