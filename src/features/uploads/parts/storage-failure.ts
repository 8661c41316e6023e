import { isTransient } from '#src/api/transient-errors.ts'
import type { StorageError } from '#src/contract/storage-error.ts'
import type { UploadFailure } from '#src/features/uploads/upload-rows.ts'
import { serviceNow } from '#src/lib/service-time.ts'

const expiredCodes = new Set(['NoSuchUpload', 'ExpiredToken'])

/** What to say of a storage that did not take the file. `expires`: when its signed URLs end, ms since 1970. */
export function toUploadFailure(error: StorageError, expires: number): UploadFailure {
  const { origin, reason, code, status } = error
  if (isTransient(error)) return { kind: 'storageUnreachable', origin }
  if (reason === 'malformed') return { kind: 'storageHidesTag', origin }
  if (expiredCodes.has(code) || (status === 403 && expires <= serviceNow()))
    return { kind: 'expired' }
  return { kind: 'storageRefused', origin, code: code || String(status) }
}
