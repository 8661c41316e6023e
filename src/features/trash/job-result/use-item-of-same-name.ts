import { type QueryClient, useQuery } from '@tanstack/react-query'
import { itemsByName } from '#src/features/file-lists/items-by-name.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import { originalFolderOf } from '#src/lists/rows/original-folder.ts'
import type { OutcomeLine } from './restore-groups.ts'

/** The folder that the item of a line was to go to; null when it is not known. */
export const folderOfLine = ({ item, failure }: OutcomeLine): string | null =>
  failure?.folder ?? (isFileRow(item) ? originalFolderOf(item) : null)

/** Which item has which name in the folder that the item of a line was to go to; undefined while that is not known. */
export function useItemsByName(line: OutcomeLine): ReadonlyMap<string, FileRow> | undefined {
  const folder = folderOfLine(line)
  return useQuery({ ...itemsByName(folder ?? ''), enabled: folder !== null }).data
}

/** The id of the item that has the name of this one there, as far as that has been shown. */
export function shownExistingId(client: QueryClient, line: OutcomeLine): string | undefined {
  const folder = folderOfLine(line)
  const items = folder === null ? undefined : client.getQueryData(itemsByName(folder).queryKey)
  return items?.get(line.item.name)?.id
}

/** The item that has the name of this one in the folder that it was to go to. */
export const useItemOfSameName = (line: OutcomeLine): FileRow | undefined =>
  useItemsByName(line)?.get(line.item.name)
