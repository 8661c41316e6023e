import { useMutation } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { NameField } from '#src/components/folder/name/NameField.tsx'
import { uriOfRow } from '#src/components/folder/row-uri.ts'
import { useCrumbs } from '#src/components/folder/use-crumbs.ts'
import { allowsCreating } from '#src/contract/actions.ts'
import { parentUri, transferRefusal } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { type FileRow } from '#src/lists/file-row.ts'
import { fileWrites } from '#src/queries/files/file-writes.ts'
import { files } from '#src/queries/files/files.ts'
import { usePagedList } from '#src/queries/lists/paged-lists.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { SearchField } from '#src/ui/controls/SearchField.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FolderChoices, useFolderChoices } from './FolderChoices.tsx'
import { PickerPath } from './PickerPath.tsx'
import css from './FolderPicker.module.css'

/**
 * Chooses one of the user's folders. Keys go to the search field: letters search, arrows select, Enter and → open, ←
 * and Backspace go up, Ctrl+Enter chooses the open folder.
 */
export function FolderPicker({
  title,
  verb,
  items,
  start,
  makesFolders = true,
  isBusy = false,
  problem,
  onChoose,
  onClose,
}: {
  title: string
  /** The label of the button, such as "Move to Photos". */
  verb: (folder: string) => string
  /** The items to be placed: they cannot go into themselves or where they already are. */
  items: readonly FileRow[]
  /** URI of the folder that is open at first. */
  start: string
  /** Whether folders can be created here. */
  makesFolders?: boolean
  /** Whether the choice is being processed. */
  isBusy?: boolean
  /** Why the chosen folder is refused, in one sentence. */
  problem?: string | undefined
  onChoose: (folder: string) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [folder, setFolder] = useState(start)
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const [isNaming, setNaming] = useState(false)
  const { mutateAsync: create } = useMutation(fileWrites.create())
  const { list, error, refetch, isFetching } = usePagedList(files.list(folder))
  const crumbs = useCrumbs(folder)
  const choices = useFolderChoices(list, folder, search)
  const current = Math.min(active, choices.length - 1)

  const refusal = transferRefusal(items, folder)
  const canCreate = makesFolders && allowsCreating(list?.head?.capability ?? null)
  const why =
    refusal === 'inside'
      ? t.picking.refusedInside
      : refusal === 'present'
        ? t.picking.refusedPresent
        : problem
  const isBlocked = refusal !== null || !list

  const go = (to: string) => {
    setFolder(to)
    setSearch('')
    setActive(0)
    setNaming(false)
    field.current?.focus()
  }
  const enter = (row: FileRow | undefined) => {
    const to = row && uriOfRow(row, folder)
    if (to && transferRefusal(items, to) !== 'inside') go(to)
  }
  const up = () => {
    const above = parentUri(folder)
    if (above !== null) go(above)
  }
  const choose = () => {
    if (!isBlocked) onChoose(folder)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isEmpty = search === ''
    const step: Partial<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 8,
      PageUp: current - 8,
    }
    const to = step[event.key]
    if (to !== undefined) setActive(Math.max(0, Math.min(to, choices.length - 1)))
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) choose()
    else if (event.key === 'Enter' || (event.key === 'ArrowRight' && isEmpty))
      enter(choices[current])
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
          {canCreate && (
            <Button
              kind="quiet"
              icon={<FolderPlus size={16} strokeWidth={1.75} aria-hidden="true" />}
              onClick={() => setNaming(true)}
            >
              {t.files.newFolder}
            </Button>
          )}
          <span className={css['gap']} />
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            kind="primary"
            busy={isBusy}
            aria-disabled={isBlocked || undefined}
            aria-describedby={why && `${id}-why`}
            onClick={choose}
          >
            {verb(crumbs.at(-1)?.name ?? '')}
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
        label={t.picking.searchFolders}
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
      {isNaming && (
        <div className={css['naming']}>
          <NameField
            isFolder
            label={t.files.newFolderName}
            placeholder={t.files.newFolderName}
            isTaken={(name) => isTakenIn(list, name)}
            save={async (name) => {
              const made = await create({ folder, name, kind: 'folder' })
              if (made.path) go(made.path)
            }}
            onEnd={() => {
              setNaming(false)
              field.current?.focus()
            }}
          />
        </div>
      )}
      <FolderChoices
        id={`${id}-list`}
        rows={choices}
        active={current}
        blocked={(row) => transferRefusal(items, uriOfRow(row, folder) ?? '') === 'inside'}
        list={list}
        error={error}
        isFetching={isFetching}
        isSearching={search !== ''}
        onRetry={() => void refetch()}
        onEnter={enter}
      />
      <p
        id={`${id}-why`}
        className={css['why']}
        data-hint={why === undefined || undefined}
        role="status"
      >
        {why ?? t.picking.pickerKeys(displayName(crumbs.at(-1)?.name ?? ''))}
      </p>
    </Dialog>
  )
}

const isTakenIn = (
  list: { order: Uint32Array; at(slot: number): FileRow | undefined } | undefined,
  name: string,
) => list?.order.some((slot) => list.at(slot)?.name === name) ?? false
