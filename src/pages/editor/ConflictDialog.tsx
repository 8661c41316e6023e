import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import type { EditedText } from '#src/features/editor/edited-text.ts'
import { editor } from '#src/features/editor/editor.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { subscribeToFileChanges } from '#src/features/shell/live/live-lists.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useEditorMessages } from '#src/i18n/parts/editor-messages.ts'
import { diffTextLines, type DiffRow, type DiffLine } from '#src/lib/text/line-diff.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { OverwriteButton } from './OverwriteButton.tsx'
import css from './ConflictDialog.module.css'

/** Rows that are drawn; the others are counted. */
const maxRows = 1_000

/** Shows what is stored beside what one has typed, by lines, and asks for a choice between the two. */
export function ConflictDialog({
  edited,
  text,
  isNewer,
  onOverwrite,
  onSaveCopy,
  onLoadStored,
  onClose,
}: {
  edited: EditedText
  text: string
  /** Whether somebody has saved since this was shown the last time, so that Overwrite was refused. */
  isNewer: boolean
  /** `version`: the one that is shown, undefined where nothing could be read. */
  onOverwrite: (version: string | undefined) => void
  onSaveCopy: () => void
  onLoadStored: () => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useEditorMessages()
  const stored = useQuery(editor.storedText(edited))
  const { refetch } = stored
  useEffect(
    () => subscribeToFileChanges(() => void (edited.isFreeToRead && refetch())),
    [edited, refetch],
  )
  return (
    <Dialog
      open
      width="full"
      closeButton
      title={messages.compareTitle}
      description={isNewer ? messages.compareNewer : messages.compareText}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <span className={css['gap']} />
          <Button variant="quiet" onClick={onLoadStored}>
            {messages.loadStored}
          </Button>
          <OverwriteButton
            uri={edited.state().uri}
            // Nobody knows yet what would be overwritten.
            isDisabled={stored.isPending}
            isUnseen={stored.data === undefined}
            onOverwrite={() => onOverwrite(stored.data?.version)}
            onSaveCopy={onSaveCopy}
          />
          <Button variant="primary" data-autofocus="" onClick={onSaveCopy}>
            {messages.saveCopy}
          </Button>
        </>
      }
    >
      {comparison()}
    </Dialog>
  )

  function comparison(): ReactNode {
    // What was read before that may not be stored any more.
    if (stored.error) {
      return (
        <ErrorState
          title={messages.compareFailed}
          text={describeError(stored.error, t).title}
          onRetry={() => void stored.refetch()}
          retrying={stored.isFetching}
        />
      )
    }
    if (stored.data === undefined) {
      return (
        <div role="progressbar" aria-label={t.common.loading} className={css['loading']}>
          <Skeleton width="80%" />
          <Skeleton width="92%" />
          <Skeleton width="64%" />
        </div>
      )
    }
    const { text: storedText } = stored.data
    if (storedText === null) return <p>{messages.storedNotText}</p>
    if (storedText === text) return <p>{messages.compareSame}</p>
    const rows = diffTextLines(storedText, text)
    if (!rows.some(({ kind }) => kind === 'changed')) return <p>{messages.compareSameLines}</p>
    return <Comparison rows={rows} />
  }
}

function Comparison({ rows }: { rows: readonly DiffRow[] }) {
  const messages = useEditorMessages()
  return (
    // The element scrolls, so that keys must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css['texts']} role="region" aria-label={messages.compareTable} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{messages.storedNow}</th>
            <th scope="col">{messages.mine}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map((row, at) =>
            row.kind === 'skipped' ? (
              // The rows of two texts never move.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at} className={css['skipped']}>
                <td colSpan={2}>{messages.sameLines(row.count)}</td>
              </tr>
            ) : (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at} data-changed={row.kind === 'changed' || undefined}>
                <Side line={row.before} as={row.kind === 'changed' ? 'del' : 'span'} />
                <Side line={row.after} as={row.kind === 'changed' ? 'ins' : 'span'} />
              </tr>
            ),
          )}
          {rows.length > maxRows && (
            <tr className={css['skipped']}>
              <td colSpan={2}>{messages.moreLines(rows.length - maxRows)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

function Side({ line, as: Tag }: { line: DiffLine | undefined; as: 'del' | 'ins' | 'span' }) {
  return (
    <td data-empty={line === undefined || undefined}>
      {line && (
        <>
          <span className={css['number']} aria-hidden="true">
            {line.at}
          </span>
          <Tag dir="auto">{line.text || '\u200b'}</Tag>
        </>
      )}
    </td>
  )
}
