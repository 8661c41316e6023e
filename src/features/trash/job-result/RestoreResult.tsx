import { useState } from 'react'
import { homeUri } from '#src/features/file-lists/files.ts'
import { LazyFolderPicker } from '#src/features/folder/picker/LazyFolderPicker.ts'
import { ShowInFolder } from '#src/features/folder/ShowInFolder.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { closeDialog } from '#src/jobs/questions/dialogs.ts'
import { useActiveContributors } from '#src/jobs/store/job-list.ts'
import type { Job } from '#src/jobs/store/job.ts'
import { undoJob } from '#src/jobs/store/jobs.ts'
import { fileRowsAmong } from '#src/lists/rows/file-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { useFocusAfterRemoval } from '#src/ui/keyboard/use-focus-after-removal.ts'
import { RestoreFailureSection } from './RestoreFailureSection.tsx'
import {
  type RestoreFailureReason,
  hasOnlyOneLine,
  linesToRetry,
  needsRecoveryAction,
  type UnprocessedItem,
  unprocessedCountsText,
  useUnprocessedItems,
  isJobAskingOrWaiting,
} from './unprocessed-items.ts'
import { useRecoveryActions } from './use-recovery-actions.ts'
import { WaitingItems } from './WaitingItems.tsx'
import css from './JobResultDialog.module.css'

const hasNameClashes = new Set<RestoreFailureReason>(['nameTaken', 'skipped'])
const mayBeOutsideTrash = new Set<RestoreFailureReason>(['other', 'unknown'])

/** What became of a restore (T5): items by reason, with recovery actions for each item and for all of a reason. */
export function RestoreResult({ job }: { job: Job }) {
  const { t } = useI18n()
  const [choosing, setChoosing] = useState<readonly UnprocessedItem[]>()
  const actions = useRecoveryActions(job.id, setChoosing)
  const running = useActiveContributors(job.id)
  const outcomes = useUnprocessedItems(job.id)
  const lines = useFocusAfterRemoval()
  const { result, total, undo } = job
  if (!result || !outcomes) return null
  const { counts, groups } = outcomes
  const waiting = running.filter(isJobAskingOrWaiting)
  const followUp = running.find((each) => !isJobAskingOrWaiting(each))
  const isSomeGone = groups.some(({ reason }) => reason === 'gone')
  const isWhole = groups.length === 0 && waiting.length + counts.interrupted === 0
  const hasOnlyOneReason = groups.length === 1 && waiting.length === 0
  const isBusy = followUp !== undefined
  const messages = t.operations.restoring
  const isOutsideTrash = groups.some(
    ({ reason, lines }) =>
      mayBeOutsideTrash.has(reason) || lines.some(({ stagedUri }) => stagedUri !== undefined),
  )
  const countsText = unprocessedCountsText(counts, t)
  const { leftOut } = job.operation
  const meanwhile = t.operations.meanwhile(job.operation)
  const replaced = result.replaced?.size ?? 0
  const description = isBusy
    ? t.operations.progress({ ...followUp.operation, count: followUp.total }, followUp.done)
    : [
        ...(isWhole && leftOut === undefined && !meanwhile ? [messages.allRestored] : []),
        ...(isWhole && replaced > 0 ? [messages.replacedFiles(replaced)] : []),
        ...(countsText === undefined ? [] : [countsText]),
        ...(isSomeGone || counts.failed + counts.unknown === 0
          ? []
          : [isOutsideTrash ? messages.nothingLost : messages.restInTrash]),
        ...(isSomeGone && hasOnlyOneReason ? [messages.nothingLeft] : []),
        ...(leftOut === undefined ? [] : [messages.leftOut(leftOut)]),
        ...(meanwhile ? [meanwhile] : []),
      ].join(t.common.betweenSentences)
  const retryable = linesToRetry(groups)
  // The button that helps comes first and has the focus; trying again helps only some of the reasons.
  const suggested = groups.find(needsRecoveryAction)
  const main = suggested ? {} : ({ variant: 'primary', 'data-autofocus': '' } as const)
  return (
    <>
      <Dialog
        open
        width={groups.some(({ reason }) => hasNameClashes.has(reason)) ? 'table' : 'wide'}
        closeButton
        title={isWhole ? messages.allTitle(total) : messages.title(result.done.length, total)}
        description={<span role="status">{description}</span>}
        onClose={closeDialog}
        actions={
          <>
            {undo && (
              <Button
                variant="quiet"
                className={css['undo']}
                onClick={() => {
                  closeDialog()
                  void undoJob(job.id)
                }}
              >
                {messages.undo}
              </Button>
            )}
            <span className={css['gap']} />
            <ShowInFolder items={result.destinations} onShow={closeDialog}>
              {(button) => <Button {...button} />}
            </ShowInFolder>
            {retryable.length > 0 ? (
              <Button {...main} busy={isBusy} onClick={() => actions.retry(retryable)}>
                {t.operations.retryLeft(retryable.length)}
              </Button>
            ) : (
              <Button {...main} className={css['close']} onClick={closeDialog}>
                {t.common.done}
              </Button>
            )}
          </>
        }
      >
        {waiting.map((each) => (
          <WaitingItems key={each.id} job={each} />
        ))}
        <div ref={lines}>
          {groups.map((group) => (
            <RestoreFailureSection
              key={group.reason}
              group={group}
              actions={actions}
              isBusy={isBusy}
              isSuggested={group === suggested}
              isOnlyLine={hasOnlyOneLine(groups)}
            />
          ))}
        </div>
      </Dialog>
      {choosing && (
        <LazyFolderPicker
          title={t.trash.restoreToTitle({
            name: displayName(choosing[0]?.item.name ?? ''),
            count: choosing.length,
          })}
          verb={t.trash.restoreInto}
          items={fileRowsAmong(choosing.map(({ item }) => item))}
          start={homeUri}
          onChoose={(folder) => {
            setChoosing(undefined)
            actions.restoreTo(choosing, folder)
          }}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </>
  )
}
