import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { isNotFound } from '#src/contract/errors.ts'
import { parentUri } from '#src/contract/uri.ts'
import { files, homeUri } from '#src/features/file-lists/files.ts'
import { loadErrorOf } from '#src/lists/loading/load-state.ts'
import { usePagedList } from '#src/lists/loading/paged-lists.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { toLeftToRightKey } from '#src/ui/direction.ts'
import { optionIndexAfterKey } from '#src/ui/keyboard/option-keys.ts'
import { useChoicesInFolder } from './FolderChoiceList.tsx'
import { forgetRecentFolder } from './recent-folders.ts'
import { useItemsFoundElsewhere } from './use-items-elsewhere.ts'

/** The folder that is open in a picker, the search in it, and the row that the keys act on. */
export function usePickerState(
  /** URI of the folder that is open at first. */
  start: string,
  options?: { files?: boolean },
) {
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [folder, setFolder] = useState(start)
  const [search, setSearch] = useState('')
  /** Id of the row that a key has made active, which may move while the folder is being read; the first one without it. */
  const [activeId, setActiveId] = useState<string>()
  const { list, error, refetch, isFetching } = usePagedList(files.list(folder))
  const [goneFolders, setGoneFolders] = useState<ReadonlySet<string>>(new Set())
  if (isNotFound(error) && !goneFolders.has(folder)) {
    setGoneFolders(new Set([...goneFolders, folder]))
    // The folder that is open at first may have been deleted since it was remembered.
    if (folder === start && start !== homeUri) setFolder(homeUri)
  }
  useEffect(() => {
    for (const uri of goneFolders) forgetRecentFolder(uri)
  }, [goneFolders])
  const here = useChoicesInFolder(list, folder, search, options)
  const elsewhere = useItemsFoundElsewhere(folder, search, options)
  const rows = useMemo(() => [...here, ...elsewhere.rows], [here, elsewhere.rows])
  const activeIndex = rows.findIndex(({ id }) => id === activeId)
  const current = rows.length === 0 ? -1 : Math.max(0, activeIndex)

  const openFolder = (to: string) => {
    setFolder(to)
    setSearch('')
    setActiveId(undefined)
    field.current?.focus()
  }
  const openParent = () => {
    const above = parentUri(folder)
    if (above !== null) openFolder(above)
  }
  return {
    folder,
    list,
    /** Folders that were opened here, of which the service has said that they do not exist. */
    goneFolders,
    openFolder,
    focusSearch: () => field.current?.focus(),
    /** Handles the keys that every picker has, after those of this picker. `onOwnKey` returns whether it took the key. */
    onKeyDown:
      (onOwnKey: (event: KeyboardEvent, row: FileRow | undefined) => boolean) =>
      (event: KeyboardEvent) => {
        if (event.nativeEvent.isComposing) return
        const to = optionIndexAfterKey(event.key, current, rows.length)
        if (to !== undefined) setActiveId(rows[to]?.id)
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
        setActiveId(undefined)
      },
    },
    choices: {
      id: listId,
      rows,
      firstElsewhere: here.length,
      isSearchingElsewhere: elsewhere.isPending,
      active: current,
      isComplete: list?.loadState.at === 'complete',
      failure: error ?? loadErrorOf(list?.loadState) ?? elsewhere.failure,
      isFetching: isFetching || elsewhere.isFetching,
      isSearching: search !== '',
      onRetry: () => {
        list?.resume()
        if (error) void refetch()
        elsewhere.retry()
      },
    },
  }
}
