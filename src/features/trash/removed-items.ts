import type { QueryClient } from '@tanstack/react-query'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { removeFromFolders, removeFromSearches } from '#src/features/file-lists/file-cache.ts'
import type { JobItem, FailedItem } from '#src/jobs/store/job.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/** The items that were found not to exist any more. */
export const goneItems = (failed: readonly FailedItem<FileRow>[]): FileRow[] =>
  failed.flatMap(({ item, error }) => (hasErrorCode(error, ErrorCode.notFound) ? [item] : []))

export function removeFromLists(client: QueryClient, items: readonly JobItem[]): void {
  removeFromFolders(client, items)
  removeFromSearches(client, items)
}
