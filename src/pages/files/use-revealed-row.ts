import { useEffect, useMemo, useState } from 'react'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { focusList } from '#src/ui/focus.ts'
import type { FilesUrl } from './url.ts'

function slotOfUri(list: PagedList<FileRow>, folder: string, uri: string): number | undefined {
  for (const slot of list.order) {
    const row = list.at(slot)
    if (row && uriOfRow(row, folder) === uri) return slot
  }
  return undefined
}

/**
 * The row to scroll to and focus: the one in the URL, else the one that this page has created last, else the first row
 * if focus was on a row of the previous folder.
 */
export function useRevealedRow({
  uri,
  list,
  url,
  slots,
  takesFocus,
}: {
  uri: string
  list: PagedList<FileRow>
  url: FilesUrl
  slots: Uint32Array
  takesFocus: boolean
}) {
  const [createdId, setCreatedId] = useState<string>()
  const [firstSlot] = useState(slots[0])
  const version = list.version()
  const focusSlot = useMemo(() => {
    void version
    return url.focus === null ? undefined : slotOfUri(list, uri, url.focus)
  }, [list, version, uri, url.focus])
  const createdSlot = createdId === undefined ? undefined : list.slotOf(createdId)
  const entrySlot = takesFocus ? firstSlot : undefined

  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) focusList()
    // Only on entering: the focused row has been removed with its folder.
    // eslint-disable-next-line react/exhaustive-deps
  }, [])

  return {
    focusSlot,
    /** None while the image viewer is open. */
    revealSlot: url.image === null ? (focusSlot ?? createdSlot ?? entrySlot) : undefined,
    setCreatedId,
  }
}
