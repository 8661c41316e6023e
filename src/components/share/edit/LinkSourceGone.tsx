import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { NewLinkDialog } from '#src/components/share/new/NewLinkDialog.tsx'
import { SourceType } from '#src/contract/share.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import type { LinkSourceError } from '#src/queries/shares/edit-link.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'

/** The item of a link, or the link itself, is gone: says so, and what can be done. */
export function LinkSourceGone({
  row,
  source,
  onClose,
}: {
  row: ShareRow
  source: LinkSourceError['source']
  onClose: () => void
}) {
  const { t } = useI18n()
  const [isChoosing, setChoosing] = useState(false)
  const navigate = useNavigate()
  const showInTrash = (name: string) => {
    onClose()
    void navigate(`/trash?${new URLSearchParams({ q: name }).toString()}`)
  }
  if (isChoosing) return <NewLinkDialog onClose={onClose} />
  return (
    <Dialog
      open
      width="narrow"
      title={t.linkEdit.goneTitle(displayName(row.name))}
      description={
        <span role="alert">{t.linkEdit.gone[source.at](row.sourceType === SourceType.folder)}</span>
      }
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {t.common.close}
          </Button>
          {source.at !== 'deleted' && (
            <Button onClick={() => setChoosing(true)}>{t.linkEdit.otherItem}</Button>
          )}
          {source.at === 'trash' && (
            <Button kind="primary" onClick={() => showInTrash(source.name)}>
              {t.shareDetails.showInTrash}
            </Button>
          )}
        </>
      }
    />
  )
}
