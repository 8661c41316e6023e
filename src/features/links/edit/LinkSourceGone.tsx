import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { deleteLinksLater } from '#src/features/links/deletion/delete-links.ts'
import { NewLinkDialog } from '#src/features/links/new/NewLinkDialog.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useLostSourceMessages } from '#src/i18n/parts/lost-source-messages.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import type { LostSource } from './edit-link.ts'
import { LostSourceSearch } from './LostSourceSearch.tsx'
import { RestoreSourceButton } from './RestoreSourceButton.tsx'
import { deletedFoldersHref, useSourceGoneText } from './source-text.ts'
import css from './EditLink.module.css'

/** The item of a link, or the link itself, is gone: says so, and what can be done. */
export function LinkSourceGone({
  row,
  source: known,
  isFixing = false,
  onSettled,
  onDelete,
  onClose,
}: {
  row: LinkRow
  source: LostSource
  /** Whether getting the item back is all that is wanted; the link is not to be edited. */
  isFixing?: boolean
  /** A restore that was begun here has ended. */
  onSettled: (isRestored: boolean) => void
  /** Deletes the link otherwise than by itself. */
  onDelete?: ((row: LinkRow) => void) | undefined
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useLostSourceMessages()
  const sourceGoneText = useSourceGoneText()
  const [source, setSource] = useState(known)
  const [isChoosing, setChoosing] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const showInTrash = () => {
    onClose()
    void navigate(
      source.at === 'trash'
        ? `/trash?${new URLSearchParams({ q: source.item.name }).toString()}`
        : deletedFoldersHref,
    )
  }
  if (isChoosing) return <NewLinkDialog onClose={onClose} />
  const name = displayName(row.name)
  return (
    <Dialog
      // Once the item is found, the focus is on what restores it.
      key={source.at}
      open
      width="narrow"
      title={isFixing ? messages.brokenTitle(name) : messages.goneTitle(name)}
      description={
        <span role="alert">
          {sourceGoneText(row, source)}
          {source.at === 'trash' && (
            <>
              <br />
              {isFixing ? messages.restoreToFix : messages.restoreToEdit}
            </>
          )}
        </span>
      }
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus={source.at === 'trash' ? undefined : ''} onClick={onClose}>
            {t.common.close}
          </Button>
          {source.at === 'unknown' && (
            <Button variant="primary" onClick={() => setChoosing(true)}>
              {messages.otherItem}
            </Button>
          )}
          {source.at === 'trash' && (
            <RestoreSourceButton
              row={row}
              item={source.item}
              variant="primary"
              data-autofocus=""
              onSettled={onSettled}
            />
          )}
        </>
      }
    >
      {source.at === 'unknown' && (
        <LostSourceSearch row={row} onFound={(item) => setSource({ at: 'trash', item })} />
      )}
      {(source.at === 'unknown' || source.at === 'trash') && (
        <div className={css['choices']}>
          <Button small onClick={showInTrash}>
            {t.linkDetails.showInTrash}
          </Button>
          {source.at === 'trash' && (
            <Button small onClick={() => setChoosing(true)}>
              {messages.otherItem}
            </Button>
          )}
          <Button
            small
            variant="danger"
            onClick={() => {
              onClose()
              // Without its item it does not work, whatever it was when this was opened.
              const dead = { ...row, isExpired: true }
              if (onDelete) onDelete(dead)
              else deleteLinksLater(client, [dead])
            }}
          >
            {t.linkActions.deleteLink}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
