import { useEffect, useMemo, useState } from 'react'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { focusList } from '#src/ui/keyboard/focus.ts'
import type { FilesUrl } from './url.ts'

function rowIndexOfUri(list: PagedList<FileRow>, folder: string, uri: string): number | undefined {
  for (const rowIndex of list.order) {
    const row = list.at(rowIndex)
    if (row && uriOfRow(row, folder) === uri) return rowIndex
  }
  return undefined
}

/**
 * The row to scroll to and focus: the one in the URL, else the one that this page has created or an Undo has
 * brought back last, else the first row
 * if focus was on a row of the previous folder.
 */
export function useRevealedRow({
  uri,
  list,
  url,
  rowIndexes,
  takesFocus,
}: {
  uri: string
  list: PagedList<FileRow>
  url: FilesUrl
  rowIndexes: Uint32Array
  takesFocus: boolean
}) {
  const [newId, setNewId] = useState<string>()
  const [firstRowIndex] = useState(rowIndexes[0])
  const version = list.version()
  const focusedRowIndex = useMemo(() => {
    void version
    return url.focus === null ? undefined : rowIndexOfUri(list, uri, url.focus)
  }, [list, version, uri, url.focus])
  const newRowIndex = newId === undefined ? undefined : list.rowIndexOfId(newId)
  const entryRowIndex = takesFocus ? firstRowIndex : undefined

  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) focusList()
    // The effect runs on entering only: the focused row has been removed with its folder.
    // eslint-disable-next-line react/exhaustive-deps
  }, [])

  return {
    focusedRowIndex,
    /** None while the image viewer is open. */
    revealedRowIndex:
      url.image === null ? (focusedRowIndex ?? newRowIndex ?? entryRowIndex) : undefined,
    setNewId,
  }
}
