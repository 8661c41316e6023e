import { useQueries } from '@tanstack/react-query'
import { itemsByNameQuery } from '#src/features/file-lists/items-by-name.ts'
import { targetFolderUriOf } from '#src/jobs/placement/placement-request.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import type { UnprocessedItem } from './unprocessed-items.ts'

/** The folder that the item of a line was to go to; null when it is not known. */
export const targetFolderOfUnprocessed = ({ item }: UnprocessedItem): string | null =>
  isFileRow(item) ? targetFolderUriOf(item) : null

/**
 * Which item has which name in the folder that the item of a line was to go to: undefined while that is not known. Reads
 * the folders of these lines.
 */
export function useItemsByName(
  lines: readonly UnprocessedItem[],
): (line: UnprocessedItem) => ReadonlyMap<string, FileRow> | undefined {
  const folders = [...new Set(lines.flatMap((line) => targetFolderOfUnprocessed(line) ?? []))]
  const queries = useQueries({ queries: folders.map((folder) => itemsByNameQuery(folder)) })
  const byFolder = new Map(folders.map((folder, at) => [folder, queries[at]?.data]))
  return (line) => byFolder.get(targetFolderOfUnprocessed(line) ?? '')
}
