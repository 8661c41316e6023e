import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { isNotFound } from '#src/contract/errors.ts'
import { parentUri } from '#src/contract/uri.ts'
import { files, homeUri } from '#src/features/file-lists/files.ts'
import { usePagedList } from '#src/lists/loading/paged-lists.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { toLeftToRightKey } from '#src/ui/direction.ts'
import { optionIndexAfterKey } from '#src/ui/keyboard/option-keys.ts'
import { useFolderChoices } from './FolderChoiceList.tsx'
import { useItemsFoundElsewhere } from './use-items-elsewhere.ts'

/** The folder that is open in a picker, the search in it, and the row that the keys act on. */
export function useFolderNavigation(
  /** URI of the folder that is open at first. */
  start: string,
  options?: { files?: boolean },
) {
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [folder, setFolder] = useState(start)
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const { list, error, refetch, isFetching } = usePagedList(files.list(folder))
  // The folder that is open at first may have been deleted since it was remembered.
  if (isNotFound(error) && folder === start && start !== homeUri) setFolder(homeUri)
  const here = useFolderChoices(list, folder, search, options)
  const elsewhere = useItemsFoundElsewhere(folder, search, options)
  const rows = useMemo(() => [...here, ...elsewhere.rows], [here, elsewhere.rows])
  const current = Math.min(active, rows.length - 1)

  const openFolder = (to: string) => {
    setFolder(to)
    setSearch('')
    setActive(0)
    field.current?.focus()
  }
  const openParent = () => {
    const above = parentUri(folder)
    if (above !== null) openFolder(above)
  }
  return {
    folder,
    list,
    openFolder,
    focusSearch: () => field.current?.focus(),
    /** Handles the keys that every picker has, after those of this picker. `onOwnKey` returns whether it took the key. */
    onKeyDown:
      (onOwnKey: (event: KeyboardEvent, row: FileRow | undefined) => boolean) =>
      (event: KeyboardEvent) => {
        if (event.nativeEvent.isComposing) return
        const to = optionIndexAfterKey(event.key, current, rows.length)
        if (to !== undefined) setActive(to)
        else if (!onOwnKey(event, rows[current])) {
          const isUp = toLeftToRightKey(event.key) === 'ArrowLeft' || event.key === 'Backspace'
          if (search !== '' || !isUp) return
          openParent()
        }
        event.preventDefault()
      },
    searchProps: {
      ref: field,
      value: search,
      choices: { listId, activeId: current < 0 ? undefined : `${listId}-${current}` },
      onChange: (text: string) => {
        setSearch(text)
        setActive(0)
      },
    },
    choices: {
      id: listId,
      rows,
      firstElsewhere: here.length,
      isSearchingElsewhere: elsewhere.isPending,
      active: current,
      list,
      error,
      isFetching,
      isSearching: search !== '',
      onRetry: () => void refetch(),
    },
  }
}
