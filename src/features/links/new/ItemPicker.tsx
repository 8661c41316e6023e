import { type KeyboardEvent, useState } from 'react'
import { homeUri } from '#src/features/file-lists/files.ts'
import { FolderChoiceList } from '#src/features/folder/picker/FolderChoiceList.tsx'
import { PickerDialogLayout } from '#src/features/folder/picker/PickerDialog.tsx'
import {
  lastShownOwnFolder,
  rememberShownOwnFolder,
} from '#src/features/folder/picker/recent-folders.ts'
import { usePickerState } from '#src/features/folder/picker/use-picker-state.ts'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { useNewLinkMessages } from '#src/i18n/parts/new-link-messages.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { toLeftToRightKey } from '#src/ui/direction.ts'
import css from '#src/features/folder/picker/FolderPicker.module.css'

/**
 * Selects files and folders of the user's own, from several folders too. Keys go to the search field: letters search,
 * arrows move, Space selects, with Shift a range, Enter opens a folder and selects a file, ← and Backspace go up, Ctrl+Enter goes on.
 */
export function ItemPicker({
  title,
  verb,
  onChoose,
  onClose,
}: {
  title: string
  /** Label of the button, for a number of items. */
  verb: (count: number) => string
  /** Gets at least one item, each with its URI. */
  onChoose: (items: readonly FileRow[]) => void
  onClose: () => void
}) {
  const messages = useNewLinkMessages()
  const [selected, setSelected] = useState<ReadonlyMap<string, FileRow>>(new Map())
  /** Id of the row from which a range is selected. */
  const [anchor, setAnchor] = useState('')
  const [start] = useState(() => lastShownOwnFolder() ?? homeUri)
  const navigation = usePickerState(start, { files: true })
  const { folder, openFolder, searchProps, choices } = navigation

  const toggle = (row: FileRow | undefined, toRange: boolean) => {
    if (!row) return
    const { rows } = choices
    const from = toRange ? rows.findIndex(({ id }) => id === anchor) : -1
    const to = rows.indexOf(row)
    const range = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
    const next = new Map(selected)
    if (from < 0 && next.delete(row.id)) range.length = 0
    for (const one of range) {
      const uri = uriOfRow(one, folder)
      if (uri) next.set(one.id, { ...one, uri })
    }
    setSelected(next)
    setAnchor(row.id)
  }
  const open = (row: FileRow | undefined) => {
    const uri = row?.isFolder && uriOfRow(row, folder)
    if (uri) openFolder(uri)
    else toggle(row, false)
  }
  const choose = () => {
    if (selected.size === 0) return
    rememberShownOwnFolder(folder)
    onChoose([...selected.values()])
  }

  const onKey = (event: KeyboardEvent, row: FileRow | undefined) => {
    const isEmpty = searchProps.value === ''
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) choose()
    else if (event.key === 'Enter') open(row)
    else if (event.key === ' ' && (isEmpty || event.ctrlKey)) toggle(row, event.shiftKey)
    else if (toLeftToRightKey(event.key) === 'ArrowRight' && isEmpty && row?.isFolder) open(row)
    else return false
    return true
  }

  return (
    <PickerDialogLayout
      title={title}
      onKey={onKey}
      onClose={onClose}
      navigation={navigation}
      searchLabel={messages.searchItems}
      confirm={{ label: verb(selected.size), isDisabled: selected.size === 0, onConfirm: choose }}
    >
      <FolderChoiceList
        choices={choices}
        blocked={() => false}
        label={messages.itemsHere}
        emptyText={messages.nothingHere}
        selection={{ isSelected: (row) => selected.has(row.id), onToggle: toggle }}
        onEnter={open}
      />
      <p className={css['why']} data-hint="">
        {messages.pickerKeys(choices.isSearching)}
      </p>
    </PickerDialogLayout>
  )
}
