import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import {
  ApiError,
  BatchError,
  LinkMaybeCreatedError,
  TransportError,
} from '#src/contract/errors.ts'
import { unlistedStorageOriginCode, StorageError } from '#src/contract/storage-error.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { JournalError } from '#src/platform/operation-journal.ts'

export type ErrorDescription = {
  /** What happened, as one sentence. */
  title: string
  /** The service's own message, shown under Details. */
  hint?: string
  correlationId?: string
  /** Whether the same request may succeed when it is sent again. */
  canRetry: boolean
}

type SentenceKey = Exclude<
  {
    [Key in keyof Messages['errors']]: Messages['errors'][Key] extends string ? Key : never
  }[keyof Messages['errors']],
  undefined
>

const sentenceKeyOf: Readonly<Record<number, SentenceKey>> = {
  [ErrorCode.signInRequired]: 'signInRequired',
  [ErrorCode.invalidToken]: 'signInRequired',
  [ErrorCode.forbidden]: 'forbidden',
  [ErrorCode.notFound]: 'notFound',
  [ErrorCode.conflict]: 'conflict',
  [ErrorCode.invalidParameters]: 'invalid',
  [ErrorCode.nameTaken]: 'nameTaken',
  [ErrorCode.signatureExpired]: 'signatureExpired',
  [ErrorCode.groupNotAllowed]: 'groupNotAllowed',
  [ErrorCode.uploadSessionGone]: 'uploadSessionGone',
  [ErrorCode.invalidChunkIndex]: 'invalidChunk',
  [ErrorCode.invalidContentLength]: 'invalidChunk',
  [ErrorCode.pathNotFound]: 'pathNotFound',
  [ErrorCode.featureDisabled]: 'featureDisabled',
  [ErrorCode.userNotFound]: 'userNotFound',
  [ErrorCode.wrongCaptcha]: 'wrongCaptcha',
  [ErrorCode.fileTooLarge]: 'fileTooLarge',
  [ErrorCode.insufficientCapacity]: 'insufficientCapacity',
  [ErrorCode.illegalName]: 'illegalName',
  [ErrorCode.wrongPassword]: 'wrongPassword',
  [ErrorCode.lockConflict]: 'locked',
  [ErrorCode.batchTooLarge]: 'batchTooLarge',
  [ErrorCode.staleVersion]: 'staleVersion',
  [ErrorCode.contentNotFound]: 'nothingThere',
  [ErrorCode.ownerOnly]: 'ownerOnly',
  [ErrorCode.visitorsNotAllowed]: 'notForVisitors',
  [ErrorCode.internal]: 'internal',
  [ErrorCode.ioFailed]: 'diskFull',
  [ErrorCode.linkEnded]: 'linkEnded',
  [ErrorCode.staleUri]: 'staleUri',
  [ErrorCode.targetFolderReplaced]: 'targetReplaced',
  [ErrorCode.viewChanged]: 'viewChanged',
  [ErrorCode.linkChanged]: 'linkChanged',
  [ErrorCode.linkRevived]: 'linkRevived',
}

/** Codes for which the same request would fail again. */
const notRetryable = new Set<number>([
  ErrorCode.forbidden,
  ErrorCode.notFound,
  ErrorCode.invalidParameters,
  ErrorCode.nameTaken,
  ErrorCode.groupNotAllowed,
  ErrorCode.pathNotFound,
  ErrorCode.featureDisabled,
  ErrorCode.userNotFound,
  ErrorCode.fileTooLarge,
  ErrorCode.insufficientCapacity,
  ErrorCode.illegalName,
  ErrorCode.wrongPassword,
  ErrorCode.contentNotFound,
  ErrorCode.ownerOnly,
  ErrorCode.visitorsNotAllowed,
  ErrorCode.linkEnded,
  ErrorCode.staleUri,
  ErrorCode.viewChanged,
  ErrorCode.linkChanged,
  ErrorCode.linkRevived,
])

/** The message for an error of a storage on another origin, which says nothing of the service. */
function ofStorage({ origin, code, reason, status }: StorageError, t: Messages): string {
  if (code === unlistedStorageOriginCode) return t.errors.storageNotNamed(origin)
  return reason === 'http'
    ? t.errors.storageRefused(origin, code || String(status))
    : t.errors.storageUnreachable(origin)
}

function ofTransport(error: TransportError, t: Messages): string {
  if (error instanceof StorageError) return ofStorage(error, t)
  if (error instanceof LinkMaybeCreatedError) return t.errors.linkMaybeCreated
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
  const word = sentenceKeyOf[error.code]
  if (word) return t.errors[word]
  return error.code === ErrorCode.unclassified ? t.errors.unknown : t.errors.unknownCode(error.code)
}

/**
 * The message for an error. The service's own text is only used as the hint. `owner` is whose folder it is about, when
 * that is somebody else.
 */
export function describeError(error: unknown, t: Messages, owner?: string): ErrorDescription {
  if (error instanceof ApiError) {
    const hint = error.detail || error.message
    return {
      title:
        owner !== undefined && error.code === ErrorCode.forbidden
          ? t.errors.forbiddenBy(displayName(owner))
          : ofCode(error, t),
      ...(hint ? { hint } : {}),
      ...(error.correlationId ? { correlationId: error.correlationId } : {}),
      canRetry: !notRetryable.has(error.code),
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
  const isOfBrowser = error instanceof JournalError
  return { title: isOfBrowser ? t.errors.browserStorage : t.errors.unknown, canRetry: true }
}
