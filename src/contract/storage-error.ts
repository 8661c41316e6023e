import { TransportError } from './errors.ts'

/**
 * A storage on another origin (docs/protocol.md §8.3) did not answer, or refused. With the reason `http` there is its
 * status, and `code` when it sent one, such as `NoSuchUpload`; `malformed` means that its answer cannot be used. A
 * request that its CORS rules do not allow looks like one without an answer.
 */
export class StorageError extends TransportError {
  override name = 'StorageError'
  readonly origin: string
  readonly code: string
  constructor(
    origin: string,
    reason: TransportError['reason'],
    facts: { status?: number; retryAfter?: number; code?: string; cause?: unknown } = {},
  ) {
    super(reason, facts)
    this.origin = origin
    this.code = facts.code ?? ''
  }
}

/** The code for a storage whose origin the deployment does not name. */
export const unlistedStorageOriginCode = 'notNamed'

export const isUnlistedStorageOriginError = (error: unknown): error is StorageError =>
  error instanceof StorageError && error.code === unlistedStorageOriginCode
