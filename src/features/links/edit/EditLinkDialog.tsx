import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { links } from '#src/features/links/links.ts'
import { linkState } from '#src/features/links/state/link-state.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useLinkEditMessages } from '#src/i18n/parts/link-edit-messages.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { LinkNotEditedError } from './edit-link.ts'
import { EditLinkForm } from './EditLinkForm.tsx'
import { LinkSourceGone } from './LinkSourceGone.tsx'
import css from './EditLink.module.css'

/**
 * Edits a link (S6): reads it as it is now, then shows its form. `isExtending` begins with a later expiry or a new limit
 * for Enter to save.
 */
export function EditLinkDialog({
  row,
  isExtending = false,
  onDelete,
  onClose,
}: {
  row: LinkRow
  isExtending?: boolean
  /** Deletes a link whose item is gone, where its page has more to do then. */
  onDelete?: (row: LinkRow) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useLinkEditMessages()
  const { data, error, refetch, isFetching } = useQuery(links.limits(row))
  // Once its item is back, such a link works as it is.
  const [isFixing] = useState(() => linkState(row, serviceNow()) === 'sourceGone')
  if (data)
    return (
      <EditLinkForm
        row={row}
        isExtending={isExtending}
        onDelete={onDelete}
        onClose={onClose}
        limits={data.limits}
      />
    )
  if (error instanceof LinkNotEditedError && error.source) {
    return (
      <LinkSourceGone
        row={row}
        isFixing={isFixing}
        onDelete={onDelete}
        onClose={onClose}
        source={error.source}
        onSettled={(isRestored) => (isRestored && !isFixing ? void refetch() : onClose())}
      />
    )
  }
  return (
    <Dialog
      open
      width="narrow"
      title={messages.title(displayName(row.name))}
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {t.common.cancel}
          </Button>
          {error && (
            <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
              {t.common.retry}
            </Button>
          )}
        </>
      }
    >
      {error ? (
        <p role="alert">{describeError(error, t).title}</p>
      ) : (
        <div role="status" className={css['reading']}>
          <Spinner /> {messages.reading}
        </div>
      )}
    </Dialog>
  )
}
