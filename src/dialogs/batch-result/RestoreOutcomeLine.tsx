import type { ReactNode } from 'react'
import { errorText } from '#src/components/errors/error-text.ts'
import { folderName } from '#src/components/folder-name.ts'
import { useShowInFolder } from '#src/components/show-in-folder.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { isFileRow } from '#src/lists/file-row.ts'
import { originalFolderOf } from '#src/lists/folders/original-folder.ts'
import { useDisplacedItem } from '#src/stores/batches/displaced-items.ts'
import { closeDialog } from '#src/stores/dialogs.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import type { OutcomeLine, FailureReason } from './restore-groups.ts'
import type { RecoveryActions } from './use-recovery-actions.ts'
import css from './BatchResultDialog.module.css'

type LineProps = {
  reason: FailureReason
  line: OutcomeLine
  actions: RecoveryActions
  isBusy: boolean
}

/** An item that was not restored: why, and what can be done about it. */
export function RestoreOutcomeLine({ reason, line, actions, isBusy }: LineProps) {
  const { item } = line
  const displacedUri = useDisplacedItem(item.id)
  return (
    <li>
      <FileGlyph kind={kindOfName(item.name, isFileRow(item) && item.isFolder)} />
      <span className={css['what']}>
        <TruncatedName name={item.name} />
        <small>
          <bdi>{useReasonText(reason, line, displacedUri !== undefined)}</bdi>
        </small>
      </span>
      <span className={css['actions']}>
        <LineActions
          reason={reason}
          line={line}
          actions={actions}
          isBusy={isBusy}
          displacedUri={displacedUri}
        />
      </span>
    </li>
  )
}

function useReasonText(
  reason: FailureReason,
  { item, failure }: OutcomeLine,
  isDisplaced: boolean,
): string {
  const { t } = useI18n()
  const words = t.operations.restoring
  const folder = failure?.folder ?? (isFileRow(item) ? originalFolderOf(item) : null)
  const place = folder === null ? words.placeUnknown : folderName(folder, t)
  switch (reason) {
    case 'nameTaken':
      return words.placeTaken(place)
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
    case 'other':
      return isDisplaced ? words.displaced : errorText(failure?.error, t).title
  }
}

function LineActions({
  reason,
  line,
  actions,
  isBusy,
  displacedUri,
}: LineProps & { displacedUri: string | undefined }): ReactNode {
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
      kind={kind}
      disabled={isBusy}
      aria-label={`${label}: ${displayName(line.item.name)}`}
      onClick={() => run([line])}
    >
      {label}
    </Button>
  )
  switch (reason) {
    case 'nameTaken':
      return (
        <>
          {action(words.keepBoth, actions.keepBoth)}
          {action(words.chooseFolder, actions.chooseFolder, 'quiet')}
        </>
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
      return action(t.common.tryAgain, actions.retry)
    case 'notAttempted':
    case 'gone':
      return null
    case 'other':
      return displacedUri === undefined ? (
        action(words.chooseFolder, actions.chooseFolder)
      ) : (
        <>
          {action(t.common.tryAgain, actions.keepBoth)}
          <Button
            small
            kind="quiet"
            onClick={() => {
              closeDialog()
              show(parentOf(displacedUri), [{ ...line.item, uri: displacedUri }])
            }}
          >
            {words.showWhere}
          </Button>
        </>
      )
  }
}

const parentOf = (uri: string): string => uri.slice(0, uri.lastIndexOf('/'))
