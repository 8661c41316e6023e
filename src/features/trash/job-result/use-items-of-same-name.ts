import { useQueries } from '@tanstack/react-query'
import { itemsByName } from '#src/features/file-lists/items-by-name.ts'
import { folderOfItem, type NameTaken } from '#src/features/trash/name-clash-decisions.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { OutcomeLine } from './restore-groups.ts'

export const takenNameOf = ({ item, failure }: OutcomeLine): NameTaken => ({
  item,
  folder: failure?.folder,
})

/** The folder that the item of a line was to go to; null when it is not known. */
export const folderOfLine = (line: OutcomeLine): string | null => folderOfItem(takenNameOf(line))

/**
 * Which item has which name in the folder that the item of a line was to go to: undefined while that is not known. Reads
 * the folders of these lines.
 */
export function useItemsByName(
  lines: readonly OutcomeLine[],
): (line: OutcomeLine) => ReadonlyMap<string, FileRow> | undefined {
  const folders = [...new Set(lines.flatMap((line) => folderOfLine(line) ?? []))]
  const queries = useQueries({ queries: folders.map((folder) => itemsByName(folder)) })
  const byFolder = new Map(folders.map((folder, at) => [folder, queries[at]?.data]))
  return (line) => byFolder.get(folderOfLine(line) ?? '')
}
