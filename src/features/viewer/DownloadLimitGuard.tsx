import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { parseUri } from '#src/contract/uri.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useUnlessBackOnline } from '#src/features/errors/use-unless-back-online.ts'
import { files } from '#src/features/file-lists/files.ts'
import { useThumbnail } from '#src/features/file-lists/thumbnails.ts'
import { linkDownloadsLeftQuery } from '#src/features/links/limits/link-downloads-left.ts'
import { refreshDownloadsLeft } from '#src/features/links/limits/refresh-downloads-left.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { focusDialogOrMain } from '#src/ui/keyboard/focus.ts'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { contents } from './file-contents.ts'
import { isShownAsText, textPreviewKindOf } from './link/preview-kind.ts'
import { useDeferredContents } from './use-deferred-contents.ts'
import css from './picture/MediaLightbox.module.css'

/**
 * What is behind a link with a limit of downloads: every fetch of contents spends one (docs/protocol.md §5.5), so the
 * children, which fetch them, are drawn only after Open, or when they have just been fetched.
 */
export function DownloadLimitGuard({
  row,
  uri,
  isFetchedByChildren = false,
  renderClosed = (card) => card,
  children,
}: {
  row: Pick<FileRow, 'id' | 'name' | 'updatedAt'>
  /** A URI of the host `share`. */
  uri: string
  /** Open fetches nothing itself. */
  isFetchedByChildren?: boolean
  /** What is around the button that opens the contents. */
  renderClosed?: (card: ReactNode) => ReactNode
  /** With a limit, `onRetry` asks before it spends another download; without one it is absent. */
  children: (onRetry?: () => void) => ReactNode
}) {
  const { t } = useI18n()
  const client = useQueryClient()
  const of = { ...row, uri }
  const query = isShownAsText(row.name)
    ? contents.linked(textPreviewKindOf(row.name), of)
    : contents.source(of)
  const isFetched = () => !isFetchedByChildren && client.getQueryData(query.queryKey) !== undefined
  const { id = '', password } = parseUri(uri)
  const { isOpen, isBusy, failure, open, close } = useDeferredContents(isFetched, async () => {
    if (!isFetchedByChildren) {
      await client.fetchQuery(query)
      void refreshDownloadsLeft(client, id)
    }
    // The pressed button is removed: focus goes to the dialog, which handles the keys.
    focusDialogOrMain()
  })
  const link = useQuery(linkDownloadsLeftQuery(id, password))
  const limit = link.data
  const owner = client.getQueryData(files.sharedItem(id, password).queryKey)?.owner
  const kind = kindOfName(row.name)
  const shownFailure = useUnlessBackOnline(failure ?? null)
  const thumb = useThumbnail(!isOpen && limit !== null && kind === 'image' ? of : null)
  if (limit === null) return children()
  if (isOpen) {
    return children(() => {
      client.removeQueries({ queryKey: query.queryKey })
      void link.refetch()
      close()
    })
  }

  const isGone =
    limit?.left === 0 || (link.error !== null && hasErrorCode(link.error, ErrorCode.notFound))
  return renderClosed(
    <div className={css['notice']}>
      {thumb === undefined ? (
        <FileGlyph kind={kind} size={36} />
      ) : (
        <img src={thumb} alt="" className={css['small']} draggable={false} />
      )}
      {link.isFetching ? (
        <Spinner />
      ) : isGone ? (
        <>
          <strong>{t.sharedLink.goneTitle}</strong>
          <p>
            {owner?.nickname
              ? t.sharedLink.goneBy(displayName(owner.nickname))
              : t.sharedLink.goneText}
          </p>
        </>
      ) : (
        <div>
          <Button variant="primary" busy={isBusy} onClick={open}>
            {limit ? t.sharedLink.openLimited(limit.left, limit.total) : t.sharedLink.openContents}
          </Button>
          <p>{limit?.left === 1 ? t.sharedLink.openingLast : t.sharedLink.openingCounts}</p>
        </div>
      )}
      {shownFailure && <p role="alert">{describeError(shownFailure, t).title}</p>}
    </div>,
  )
}
