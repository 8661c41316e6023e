import type { ReactNode } from 'react'
import { parentUriAsText } from '#src/contract/uri.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { folderPathText } from '#src/features/folder/folder-path-text.ts'
import { useShowInFolder } from '#src/features/folder/show-in-folder.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { closeDialog } from '#src/jobs/questions/dialogs.ts'
import { canRetryItem } from '#src/jobs/store/job-results.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { LockText } from './LockText.tsx'
import { ResultLine } from './ResultLine.tsx'
import type { UnprocessedItem, RestoreFailureReason } from './unprocessed-items.ts'
import { targetFolderOfUnprocessed } from './use-items-by-name.ts'
import type { RecoveryActions } from './use-recovery-actions.ts'

/** Names that are taken are shown in a table of their own. */
export type NonClashFailureReason = Exclude<RestoreFailureReason, 'nameTaken' | 'skipped'>

type LineProps = {
  reason: NonClashFailureReason
  line: UnprocessedItem
  actions: RecoveryActions
  isBusy: boolean
  /** Whether its first button is the one that the dialog suggests. */
  isSuggested?: boolean
  /** Then the Retry of the result is its own. */
  isOnlyLine: boolean
}

/** An item that was not restored: why, and what can be done about it. */
export function RestoreFailureLine({
  reason,
  line,
  actions,
  isBusy,
  isSuggested = false,
  isOnlyLine,
}: LineProps) {
  const { t } = useI18n()
  const { item, locks, stagedUri } = line
  const folder = targetFolderOfUnprocessed(line)
  return (
    <ResultLine
      item={item}
      state={line}
      why={
        reason === 'stillLocked' || reason === 'lockedAndSkipped' ? (
          <LockText item={item} locks={locks} />
        ) : (
          reasonText(reason, line, stagedUri !== undefined, t)
        )
      }
      place={namesPlace.has(reason) || folder === null ? undefined : folderPathText(folder, t)}
      actions={
        <LineActions
          reason={reason}
          line={line}
          actions={actions}
          isBusy={isBusy}
          isSuggested={isSuggested}
          isOnlyLine={isOnlyLine}
          stagedUri={stagedUri}
        />
      }
    />
  )
}

/** Reasons whose text says the place. */
const namesPlace = new Set<NonClashFailureReason>(['folderMissing', 'noPlace', 'notAttempted'])

function reasonText(
  reason: NonClashFailureReason,
  line: UnprocessedItem,
  isStaged: boolean,
  t: Messages,
): string {
  const messages = t.operations.restoring
  const folder = targetFolderOfUnprocessed(line)
  const place = folder === null ? messages.placeUnknown : folderPathText(folder, t)
  switch (reason) {
    case 'folderMissing':
      return messages.placeMissing(place)
    case 'noPlace':
      return folder === null ? messages.placeUnknown : messages.placeNoFolder(place)
    case 'stillLocked':
    case 'lockedAndSkipped':
      return messages.lockedText
    case 'notAttempted':
      return place
    case 'gone':
      return messages.goneText
    case 'unknown':
      return describeError(line.failure?.error, t).title
    case 'other':
      return isStaged ? messages.staged : describeError(line.failure?.error, t).title
  }
}

function LineActions({
  reason,
  line,
  actions,
  isBusy,
  isSuggested = false,
  isOnlyLine,
  stagedUri,
}: LineProps & { stagedUri: string | undefined }): ReactNode {
  const { t } = useI18n()
  const messages = t.operations.restoring
  const show = useShowInFolder()
  const action = (
    label: string,
    run: (lines: readonly UnprocessedItem[]) => void,
    kind: 'quiet' | 'default' = 'default',
  ) => (
    <Button
      small
      variant={isSuggested && kind === 'default' ? 'primary' : kind}
      {...(isSuggested && kind === 'default' && { 'data-autofocus': '' })}
      aria-disabled={isBusy || undefined}
      aria-label={t.common.labelled(label, displayName(line.item.name))}
      onClick={() => !isBusy && run([line])}
    >
      {label}
    </Button>
  )
  // In a folder between two folders, where nobody looks for it: whatever the reason, there is a way on.
  if (stagedUri !== undefined) {
    return (
      <>
        {action(t.common.retry, actions.retry)}
        <Button
          small
          variant="quiet"
          onClick={() => {
            closeDialog()
            show(parentUriAsText(stagedUri), [{ ...line.item, uri: stagedUri }])
          }}
        >
          {messages.showWhere}
        </Button>
      </>
    )
  }
  switch (reason) {
    case 'folderMissing':
      return (
        <>
          {action(messages.recreate, actions.recreateFolders)}
          {action(messages.chooseFolder, actions.chooseFolder, 'quiet')}
        </>
      )
    case 'noPlace':
      return action(messages.chooseFolder, actions.chooseFolder)
    case 'stillLocked':
    case 'unknown':
      return isOnlyLine ? null : action(t.common.retry, actions.retry)
    case 'lockedAndSkipped':
      return action(t.common.retry, actions.retry, 'quiet')
    case 'notAttempted':
    case 'gone':
      return null
    case 'other':
      return line.failure && !canRetryItem(line.failure)
        ? null
        : action(messages.chooseFolder, actions.chooseFolder)
  }
}
