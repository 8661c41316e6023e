import { type ApiError, BatchError, LockConflictError } from '#src/contract/errors.ts'
import { fromWire } from './wire-uri.ts'

/** An error's addresses: those of locked items, and the keys of what failed in a batch. */
export function readError(error: ApiError): ApiError {
  if (error instanceof LockConflictError) {
    const conflicts = error.conflicts.map((conflict) =>
      conflict.path === undefined ? conflict : { ...conflict, path: fromWire(conflict.path) },
    )
    return new LockConflictError(error, conflicts)
  }
  if (error instanceof BatchError) {
    const failures = [...error.failures].map(
      ([uri, failure]) => [fromWire(uri), readError(failure)] as const,
    )
    return new BatchError(error, new Map(failures))
  }
  return error
}
