import type { LockConflict } from '#src/contract/lock.ts'
import { parentUriOrNull } from '#src/contract/uri.ts'
import { errorText } from '#src/features/errors/error-text.ts'
import { folderPathText } from '#src/features/folder/folder-path-text.ts'
import { useLockText } from '#src/features/locks/use-lock-text.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { toLockEntries } from '#src/jobs/locks/lock-question.ts'
import { closeDialog } from '#src/jobs/questions/dialogs.ts'
import { unsettledItems } from '#src/jobs/store/job-results.ts'
import type { FailedItem, JobItem } from '#src/jobs/store/job.ts'
import { retryItems, useJobById } from '#src/jobs/store/jobs.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { isFileRow } from '#src/lists/rows/file-row.ts'
import { originalFolderOf } from '#src/lists/rows/original-folder.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { outcomesText, useOutcomeCounts } from './outcome-texts.ts'
import { RestoreResult } from './RestoreResult.tsx'
import css from './JobResultDialog.module.css'

/** It says what became of each item of a job of which not all items were processed. */
export function JobResultDialog({ jobId }: { jobId: number }) {
  const { t } = useI18n()
  const job = useJobById(jobId)
  const counts = useOutcomeCounts(jobId, job?.result)
  if (!job?.result || !counts) return null
  if (job.operation.kind === 'restore') return <RestoreResult job={job} />
  const { failed, locked, locks, left, done } = job.result
  const linesOf = (some: readonly FailedItem[]): Line[] =>
    some.map(({ item, error }) => ({ item, why: errorText(error, t).title }))
  const groups = [
    { title: t.operations.failedItems, lines: linesOf(failed.filter((each) => !each.isUnknown)) },
    { title: t.operations.unknownItems, lines: linesOf(failed.filter((each) => each.isUnknown)) },
    {
      title: t.operations.lockedItems,
      lines: locked.map((item) => ({ item, locks: locks?.get(item.id) })),
    },
    { title: t.operations.leftItems, lines: left.map((item) => ({ item })) },
  ].filter(({ lines }) => lines.length > 0)
  const notDone = unsettledItems(job.result)
  const retry = (items: readonly JobItem[]) => {
    closeDialog()
    void retryItems(job.id, items)
  }
  return (
    <Dialog
      open
      title={t.operations.resultTitle({ ...job.operation, count: job.total })}
      description={[
        t.operations.partly({ ...job.operation, count: job.total }, done.length),
        outcomesText(counts, t),
      ].join(t.common.betweenSentences)}
      onClose={closeDialog}
      closeButton
      actions={
        <>
          <Button onClick={closeDialog} data-autofocus="">
            {t.common.close}
          </Button>
          {notDone.length > 0 && (
            <Button variant="primary" onClick={() => retry(notDone)}>
              {t.operations.retryLeft(notDone.length)}
            </Button>
          )}
        </>
      }
    >
      {groups.map(({ title, lines }) => (
        <Group key={title} title={title} lines={lines} onRetry={(item) => retry([item])} />
      ))}
    </Dialog>
  )
}

type Line = {
  readonly item: JobItem
  readonly why?: string
  readonly locks?: readonly LockConflict[] | undefined
}

/** So many lines are drawn of a group; its number counts all of them. */
const maxLines = 500

function Group({
  title,
  lines,
  onRetry,
}: {
  title: string
  lines: readonly Line[]
  onRetry: (item: JobItem) => void
}) {
  const { t } = useI18n()
  return (
    <section className={css['outcome']} aria-label={title}>
      <header>
        <h3>
          {title} · {t.common.number(lines.length)}
        </h3>
      </header>
      <ul>
        {lines.slice(0, maxLines).map((line) => (
          <ResultLine key={line.item.uri} line={line} onRetry={onRetry} />
        ))}
      </ul>
    </section>
  )
}

/** Says where an item is, or was before it was deleted; undefined for what is in no folder, such as a link. */
function placeOf(item: JobItem, t: Messages): string | undefined {
  const isDeleted = isFileRow(item) && item.origin !== null
  const folder = isDeleted ? originalFolderOf(item) : parentUriOrNull(item.uri)
  return folder === null ? undefined : folderPathText(folder, t)
}

/** It says of one item why it was not processed or what holds it, and where it is. */
function ResultLine({
  line: { item, why, locks = [] },
  onRetry,
}: {
  line: Line
  onRetry: (item: JobItem) => void
}) {
  const { t } = useI18n()
  const [entry] = toLockEntries(locks.map((conflict) => ({ conflict, item })))
  const holder = useLockText(entry)
  const place = placeOf(item, t)
  const reason = why ?? holder
  return (
    <li>
      <FileGlyph kind={kindOfName(item.name, isFileRow(item) && item.isFolder)} />
      <span className={css['what']}>
        <TruncatedName name={item.name} />
        <small>
          {reason !== undefined && <bdi>{reason}</bdi>}
          {reason !== undefined && place !== undefined && ' · '}
          {place !== undefined && <bdi>{place}</bdi>}
        </small>
      </span>
      <span className={css['actions']}>
        <Button
          small
          aria-label={`${t.common.retry}: ${displayName(item.name)}`}
          onClick={() => onRetry(item)}
        >
          {t.common.retry}
        </Button>
      </span>
    </li>
  )
}
