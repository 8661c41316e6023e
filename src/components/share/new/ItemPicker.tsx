import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { FolderChoices, useFolderChoices } from '#src/components/folder/picker/FolderChoices.tsx'
import { PickerPath } from '#src/components/folder/picker/PickerPath.tsx'
import { uriOfRow } from '#src/components/folder/row-uri.ts'
import { parentUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow } from '#src/lists/file-row.ts'
import { files, homeUri } from '#src/queries/files/files.ts'
import { usePagedList } from '#src/queries/lists/paged-lists.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { SearchField } from '#src/ui/controls/SearchField.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import css from '#src/components/folder/picker/FolderPicker.module.css'

/**
 * Picks files and folders of the user's own, from several folders too. Keys go to the search field: letters search,
 * arrows move, Space picks, Enter opens a folder and picks a file, ← and Backspace go up, Ctrl+Enter goes on.
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
  const { t } = useI18n()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [folder, setFolder] = useState(homeUri)
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const [picked, setPicked] = useState<ReadonlyMap<string, FileRow>>(new Map())
  const { list, error, refetch, isFetching } = usePagedList(files.list(folder))
  const choices = useFolderChoices(list, folder, search, { files: true })
  const current = Math.min(active, choices.length - 1)

  const go = (to: string) => {
    setFolder(to)
    setSearch('')
    setActive(0)
    field.current?.focus()
  }
  const toggle = (row: FileRow | undefined) => {
    const uri = row && uriOfRow(row, folder)
    if (!row || !uri) return
    const next = new Map(picked)
    if (!next.delete(row.id)) next.set(row.id, { ...row, uri })
    setPicked(next)
  }
  const open = (row: FileRow | undefined) => {
    const uri = row?.isFolder && uriOfRow(row, folder)
    if (uri) go(uri)
    else toggle(row)
  }
  const up = () => {
    const above = parentUri(folder)
    if (above !== null) go(above)
  }
  const choose = () => {
    if (picked.size > 0) onChoose([...picked.values()])
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isEmpty = search === ''
    const row = choices[current]
    const step: Partial<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 8,
      PageUp: current - 8,
    }
    const to = step[event.key]
    if (to !== undefined) setActive(Math.max(0, Math.min(to, choices.length - 1)))
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) choose()
    else if (event.key === 'Enter') open(row)
    else if (event.key === ' ' && (isEmpty || event.ctrlKey)) toggle(row)
    else if (event.key === 'ArrowRight' && isEmpty && row?.isFolder) open(row)
    else if (isEmpty && (event.key === 'ArrowLeft' || event.key === 'Backspace')) up()
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      open
      title={title}
      width="medium"
      closeButton
      onClose={onClose}
      actions={
        <>
          <span className={css['gap']} />
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" aria-disabled={picked.size === 0 || undefined} onClick={choose}>
            {verb(picked.size)}
          </Button>
        </>
      }
    >
      <PickerPath uri={folder} onGo={go} />
      <SearchField
        ref={field}
        {...(css['search'] ? { className: css['search'] } : {})}
        value={search}
        hotkey=""
        label={t.newLink.searchItems}
        isFirst
        choices={{
          listId: `${id}-list`,
          activeId: current < 0 ? undefined : `${id}-list-${current}`,
        }}
        onChange={(text) => {
          setSearch(text)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <FolderChoices
        id={`${id}-list`}
        rows={choices}
        active={current}
        blocked={() => false}
        list={list}
        error={error}
        isFetching={isFetching}
        isSearching={search !== ''}
        label={t.newLink.itemsHere}
        emptyText={t.newLink.nothingHere}
        picking={{ isPicked: (row) => picked.has(row.id), onToggle: toggle }}
        onRetry={() => void refetch()}
        onEnter={open}
      />
      <p className={css['why']} data-hint="">
        {t.newLink.pickerKeys}
      </p>
    </Dialog>
  )
}
