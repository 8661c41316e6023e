import { Code } from '#src/contract/codes.ts'
import { ApiError, BatchError, TransportError } from '#src/contract/errors.ts'
import type { Messages } from '#src/i18n/messages.ts'

export type ErrorWords = {
  /** What happened, as one sentence. */
  title: string
  /** What the service itself said, for those who look under Details. */
  hint?: string
  correlationId?: string
  /** Whether the same request may succeed when it is sent again. */
  canRetry: boolean
}

type Worded = Exclude<
  {
    [Key in keyof Messages['errors']]: Messages['errors'][Key] extends string ? Key : never
  }[keyof Messages['errors']],
  undefined
>

const wordOf: Readonly<Record<number, Worded>> = {
  [Code.signInRequired]: 'signInRequired',
  [Code.invalidCredential]: 'signInRequired',
  [Code.forbidden]: 'forbidden',
  [Code.notFound]: 'notFound',
  [Code.conflict]: 'conflict',
  [Code.invalidParameters]: 'invalid',
  [Code.nameTaken]: 'nameTaken',
  [Code.signatureExpired]: 'signatureExpired',
  [Code.groupNotAllowed]: 'groupNotAllowed',
  [Code.uploadSessionGone]: 'uploadSessionGone',
  [Code.invalidChunkIndex]: 'invalidChunk',
  [Code.invalidContentLength]: 'invalidChunk',
  [Code.pathNotFound]: 'pathNotFound',
  [Code.featureDisabled]: 'featureDisabled',
  [Code.userNotFound]: 'userNotFound',
  [Code.wrongCaptcha]: 'wrongCaptcha',
  [Code.fileTooLarge]: 'fileTooLarge',
  [Code.insufficientCapacity]: 'insufficientCapacity',
  [Code.illegalName]: 'illegalName',
  [Code.wrongPassword]: 'wrongPassword',
  [Code.lockConflict]: 'locked',
  [Code.batchTooLarge]: 'batchTooLarge',
  [Code.staleVersion]: 'staleVersion',
  [Code.nothingThere]: 'nothingThere',
  [Code.ownerOnly]: 'ownerOnly',
  [Code.notForVisitors]: 'notForVisitors',
  [Code.internal]: 'internal',
  [Code.ioFailed]: 'diskFull',
}

/** Codes that another try, unchanged, cannot cure. */
const final = new Set<number>([
  Code.forbidden,
  Code.notFound,
  Code.invalidParameters,
  Code.nameTaken,
  Code.groupNotAllowed,
  Code.pathNotFound,
  Code.featureDisabled,
  Code.userNotFound,
  Code.fileTooLarge,
  Code.insufficientCapacity,
  Code.illegalName,
  Code.wrongPassword,
  Code.nothingThere,
  Code.ownerOnly,
  Code.notForVisitors,
])

function ofTransport(error: TransportError, t: Messages): string {
  if (error.status === 429) return t.errors.tooManyRequests
  switch (error.reason) {
    case 'network':
      return navigator.onLine ? t.errors.network : t.common.offline
    case 'timeout':
      return t.errors.timeout
    case 'malformed':
      return t.errors.malformed
    case 'http':
      return t.errors.unavailable
  }
}

function ofCode(error: ApiError, t: Messages): string {
  if (error instanceof BatchError) {
    return error.failures.size > 0
      ? t.errors.batchIncomplete(error.failures.size)
      : t.errors.unknown
  }
  const word = wordOf[error.code]
  if (word) return t.errors[word]
  return error.code === Code.unclassified ? t.errors.unknown : t.errors.unknownCode(error.code)
}

/** An error in words that a user knows. The service's own message is only ever the hint. */
export function errorWords(error: unknown, t: Messages): ErrorWords {
  if (error instanceof ApiError) {
    const hint = error.detail || error.message
    return {
      title: ofCode(error, t),
      ...(hint ? { hint } : {}),
      ...(error.correlationId ? { correlationId: error.correlationId } : {}),
      canRetry: !final.has(error.code),
    }
  }
  if (error instanceof TransportError) {
    return {
      title: ofTransport(error, t),
      ...(error.status ? { hint: `HTTP ${error.status}` } : {}),
      ...(error.correlationId ? { correlationId: error.correlationId } : {}),
      canRetry: true,
    }
  }
  return { title: t.errors.unknown, canRetry: true }
}
