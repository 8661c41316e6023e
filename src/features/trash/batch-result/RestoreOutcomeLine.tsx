import { type ReactNode, useState } from 'react'
import { errorText } from '#src/features/errors/error-text.ts'
import { folderName } from '#src/features/folder/folder-name.ts'
import { useShowInFolder } from '#src/features/folder/show-in-folder.ts'
import { useLockText } from '#src/features/locks/use-lock-text.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { useStagedItem } from '#src/jobs/batches/staged-items.ts'
import { toLockEntries } from '#src/jobs/locks/lock-entries.ts'
import { closeDialog } from '#src/jobs/questions/dialogs.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { isFileRow } from '#src/lists/rows/file-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import { NewName, NameConflictRow, TakenNameActions } from './NameConflictRow.tsx'
import type { OutcomeLine, FailureReason } from './restore-groups.ts'
import { folderOfLine } from './use-item-of-same-name.ts'
import type { RecoveryActions } from './use-recovery-actions.ts'
import css from './BatchResultDialog.module.css'

type LineProps = {
  reason: FailureReason
  line: OutcomeLine
  actions: RecoveryActions
  isBusy: boolean
  /** Whether its first button is the one that the dialog suggests. */
  isSuggested?: boolean
}

/** An item that was not restored: why, and what can be done about it. */
export function RestoreOutcomeLine({
  reason,
  line,
  actions,
  isBusy,
  isSuggested = false,
}: LineProps) {
  const { t } = useI18n()
  const { item } = line
  const stagedUri = useStagedItem(item.id)
  const [isRenaming, setRenaming] = useState(false)
  return (
    <li>
      <FileGlyph kind={kindOfName(item.name, isFileRow(item) && item.isFolder)} />
      <span className={css['what']}>
        {isRenaming ? (
          <NewName
            line={line}
            onName={(name) => actions.rename(line, name)}
            onEnd={() => setRenaming(false)}
          />
        ) : (
          <TruncatedName name={item.name} />
        )}
        <small>
          <bdi>
            {reason === 'stillLocked' ? (
              <LockText line={line} />
            ) : (
              reasonText(reason, line, stagedUri !== undefined, t)
            )}
          </bdi>
        </small>
        {reason === 'nameTaken' && <NameConflictRow line={line} />}
      </span>
      <span className={css['actions']}>
        <LineActions
          reason={reason}
          line={line}
          actions={actions}
          isBusy={isBusy}
          isSuggested={isSuggested}
          stagedUri={stagedUri}
          onRename={() => setRenaming(true)}
        />
      </span>
    </li>
  )
}

function LockText({ line: { item, locks = [] } }: { line: OutcomeLine }) {
  const { t } = useI18n()
  const [entry] = toLockEntries(locks.map((conflict) => ({ conflict, item })))
  return useLockText(entry) ?? t.operations.restoring.lockedText
}

function reasonText(
  reason: FailureReason,
  line: OutcomeLine,
  isStaged: boolean,
  t: Messages,
): string {
  const words = t.operations.restoring
  const folder = folderOfLine(line)
  const place = folder === null ? words.placeUnknown : folderName(folder, t)
  switch (reason) {
    case 'nameTaken':
      return words.placeTaken(place)
    case 'skipped':
      return words.skippedText
    case 'folderMissing':
      return words.placeMissing(place)
    case 'noPlace':
      return folder === null ? words.placeUnknown : words.placeNoFolder(place)
    case 'stillLocked':
      return words.lockedText
    case 'notAttempted':
      return place
    case 'gone':
      return words.goneText
    case 'unknown':
      return errorText(line.failure?.error, t).title
    case 'other':
      return isStaged ? words.displaced : errorText(line.failure?.error, t).title
  }
}

function LineActions({
  reason,
  line,
  actions,
  isBusy,
  isSuggested = false,
  stagedUri,
  onRename,
}: LineProps & { stagedUri: string | undefined; onRename: () => void }): ReactNode {
  const { t } = useI18n()
  const words = t.operations.restoring
  const show = useShowInFolder()
  const action = (
    label: string,
    run: (lines: readonly OutcomeLine[]) => void,
    kind: 'quiet' | 'default' = 'default',
  ) => (
    <Button
      small
      kind={isSuggested && kind === 'default' ? 'primary' : kind}
      {...(isSuggested && kind === 'default' && { 'data-autofocus': '' })}
      aria-disabled={isBusy || undefined}
      aria-label={`${label}: ${displayName(line.item.name)}`}
      onClick={() => !isBusy && run([line])}
    >
      {label}
    </Button>
  )
  switch (reason) {
    case 'nameTaken':
    case 'skipped':
      return (
        <TakenNameActions
          line={line}
          actions={actions}
          isBusy={isBusy}
          isSkipped={reason === 'skipped'}
          isSuggested={isSuggested}
          onRename={onRename}
        />
      )
    case 'folderMissing':
      return (
        <>
          {action(words.recreate, actions.recreateFolders)}
          {action(words.chooseFolder, actions.chooseFolder, 'quiet')}
        </>
      )
    case 'noPlace':
      return action(words.chooseFolder, actions.chooseFolder)
    case 'stillLocked':
    case 'unknown':
      return action(t.common.retry, actions.retry)
    case 'notAttempted':
    case 'gone':
      return null
    case 'other':
      return stagedUri === undefined ? (
        action(words.chooseFolder, actions.chooseFolder)
      ) : (
        <>
          {action(t.common.retry, actions.keepBoth)}
          <Button
            small
            kind="quiet"
            onClick={() => {
              closeDialog()
              show(parentOf(stagedUri), [{ ...line.item, uri: stagedUri }])
            }}
          >
            {words.showWhere}
          </Button>
        </>
      )
  }
}

const parentOf = (uri: string): string => uri.slice(0, uri.lastIndexOf('/'))
