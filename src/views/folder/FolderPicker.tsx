import { FolderPlus } from 'lucide-react'
import { Fragment, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { allowsCreating } from '#src/contract/actions.ts'
import { parentUri, transferRefusal } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { type FileRow, files } from '#src/queries/files.ts'
import { fileWrites } from '#src/queries/file-writes.ts'
import { useList } from '#src/queries/list.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import css from './FolderPicker.module.css'
import { FolderChoices, useFolderChoices } from './FolderChoices.tsx'
import { NameField } from './NameField.tsx'
import { uriOf } from './uri-of.ts'
import { useCrumbs } from './use-crumbs.ts'

/**
 * Chooses a folder of one's own. The field has the keys: letters search, arrows choose, Enter and → go in, ← and
 * Backspace go out, and with Ctrl Enter takes the folder that is open.
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
  /** What the button does with the folder: "Move to Photos". */
  verb: (folder: string) => string
  /** What is to be laid there: not into itself, not where it is. */
  items: readonly FileRow[]
  /** Address of the folder to begin at. */
  start: string
  /** Whether a new folder can be of use. */
  makesFolders?: boolean
  /** What was chosen is being worked on. */
  isBusy?: boolean
  /** Why what was chosen cannot be taken, in one sentence. */
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
  const { listing, error, refetch, isFetching } = useList(files.list(folder))
  const crumbs = useCrumbs(folder)
  const choices = useFolderChoices(listing, folder, search)
  const current = Math.min(active, choices.length - 1)

  const refusal = transferRefusal(items, folder)
  const canCreate = makesFolders && allowsCreating(listing?.head?.capability ?? null)
  const why =
    refusal === 'inside'
      ? t.picking.refusedInside
      : refusal === 'present'
        ? t.picking.refusedPresent
        : problem
  const isBlocked = refusal !== null || !listing

  const go = (to: string) => {
    setFolder(to)
    setSearch('')
    setActive(0)
    setNaming(false)
    field.current?.focus()
  }
  const enter = (row: FileRow | undefined) => {
    const to = row && uriOf(row, folder)
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
      <nav aria-label={t.files.breadcrumb} className={css['path']}>
        {crumbs.map((crumb, index) => (
          <Fragment key={crumb.uri}>
            {index > 0 && <span aria-hidden="true">/</span>}
            {index === crumbs.length - 1 ? (
              <b aria-current="true">
                <bdi>{crumb.name}</bdi>
              </b>
            ) : (
              <button type="button" onClick={() => go(crumb.uri)}>
                <bdi>{crumb.name}</bdi>
              </button>
            )}
          </Fragment>
        ))}
      </nav>
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
            isTaken={(name) => isTakenIn(listing, name)}
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
        blocked={(row) => transferRefusal(items, uriOf(row, folder) ?? '') === 'inside'}
        listing={listing}
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
  listing: { order: Uint32Array; at(slot: number): FileRow | undefined } | undefined,
  name: string,
) => listing?.order.some((slot) => listing.at(slot)?.name === name) ?? false
