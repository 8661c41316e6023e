import { useQueries } from '@tanstack/react-query'
import { itemsByName } from '#src/features/file-lists/items-by-name.ts'
import { targetFolderOfItem, type NameTakenItem } from '#src/features/trash/name-clash-decisions.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { OutcomeItem } from './restore-groups.ts'

export const nameTakenItemOf = ({ item, failure }: OutcomeItem): NameTakenItem => ({
  item,
  folder: failure?.folder,
})

/** The folder that the item of a line was to go to; null when it is not known. */
export const targetFolderOfOutcome = (line: OutcomeItem): string | null =>
  targetFolderOfItem(nameTakenItemOf(line))

/**
 * Which item has which name in the folder that the item of a line was to go to: undefined while that is not known. Reads
 * the folders of these lines.
 */
export function useItemsByName(
  lines: readonly OutcomeItem[],
): (line: OutcomeItem) => ReadonlyMap<string, FileRow> | undefined {
  const folders = [...new Set(lines.flatMap((line) => targetFolderOfOutcome(line) ?? []))]
  const queries = useQueries({ queries: folders.map((folder) => itemsByName(folder)) })
  const byFolder = new Map(folders.map((folder, at) => [folder, queries[at]?.data]))
  return (line) => byFolder.get(targetFolderOfOutcome(line) ?? '')
}
