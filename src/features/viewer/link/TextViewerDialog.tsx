import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { DownloadLimitGuard } from '#src/features/viewer/DownloadLimitGuard.tsx'
import { contents } from '#src/features/viewer/file-contents.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { Button, buttonClass } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { textPreviewKindOf } from './preview-kind.ts'
import { TextContents } from './TextContents.tsx'
import css from './TextViewerDialog.module.css'

/** A text that is behind a link, for somebody who only reads it. */
export function TextViewerDialog({
  row,
  uri,
  contentUri,
  editHref,
  onClose,
  onDetails,
}: {
  row: FileRow
  /** A URI of the host `share`. */
  uri: string
  /** Where the text is read: the same, or for the owner of the link the URI of her own file. */
  contentUri: string
  /** Where it is read as it was written; absent for visitors, who have no editor. */
  editHref: string | undefined
  onClose: () => void
  onDetails: () => void
}) {
  const { t } = useI18n()
  const text = <Contents row={row} uri={contentUri} folder={parentUri(uri) ?? undefined} />
  return (
    <Dialog
      open
      width="wide"
      closeButton
      closeOnBackdrop
      title={<TruncatedName name={row.name} />}
      onClose={onClose}
      actions={
        <>
          {editHref !== undefined && (
            <Link className={buttonClass()} to={editHref}>
              {t.sharedLink.openAsText}
            </Link>
          )}
          <Button onClick={onDetails}>{t.files.details}</Button>
        </>
      }
    >
      <div className={css['text']}>
        {parseUri(contentUri).host === 'share' ? (
          <DownloadLimitGuard row={row} uri={contentUri}>
            {() => text}
          </DownloadLimitGuard>
        ) : (
          text
        )}
      </div>
    </Dialog>
  )
}

function Contents({
  row,
  uri,
  folder,
}: {
  row: FileRow
  uri: string
  /** The folder that relative addresses in the text are followed from. */
  folder: string | undefined
}) {
  const { t } = useI18n()
  const kind = textPreviewKindOf(row.name)
  const { data, error, refetch, isFetching } = useQuery(contents.linked(kind, { ...row, uri }))
  if (data !== undefined) {
    return <TextContents kind={kind} name={row.name} text={data} folder={folder} firstLevel={3} />
  }
  return error ? (
    <div className={css['failed']}>
      <p role="alert">{describeError(error, t).title}</p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        {t.common.retry}
      </Button>
    </div>
  ) : (
    <Spinner label={t.common.loading} />
  )
}
