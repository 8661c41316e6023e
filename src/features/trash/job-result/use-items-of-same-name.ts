import { useQueries } from '@tanstack/react-query'
import { itemsByNameQuery } from '#src/features/file-lists/items-by-name.ts'
import { targetFolderOfItem, type NameTakenItem } from '#src/features/trash/name-clash-decisions.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { OutcomeItem } from './restore-groups.ts'

export const nameTakenItemOf = ({ item, failure }: OutcomeItem): NameTakenItem => ({
  item,
  folder: failure?.folder,
})

/** It is null when the folder that the item was to go to is not known. */
export const targetFolderOfOutcome = (line: OutcomeItem): string | null =>
  targetFolderOfItem(nameTakenItemOf(line))

/**
 * It tells which item has which name in the folder that the item of an outcome was to go to: undefined while that is
 * not known. It reads the folders of these items.
 */
export function useItemsByName(
  lines: readonly OutcomeItem[],
): (line: OutcomeItem) => ReadonlyMap<string, FileRow> | undefined {
  const folders = [...new Set(lines.flatMap((line) => targetFolderOfOutcome(line) ?? []))]
  const queries = useQueries({ queries: folders.map((folder) => itemsByNameQuery(folder)) })
  const byFolder = new Map(folders.map((folder, at) => [folder, queries[at]?.data]))
  return (line) => byFolder.get(targetFolderOfOutcome(line) ?? '')
}
