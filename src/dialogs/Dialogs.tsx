import { useEffect } from 'react'
import { BatchResultDialog } from '#src/dialogs/batch-result/BatchResultDialog.tsx'
import { LockedOperations } from '#src/dialogs/locks/LockedOperations.tsx'
import { TransferQuestion } from '#src/dialogs/name-clash/TransferQuestion.tsx'
import { RestorePlanDialog } from '#src/dialogs/restore-plan/RestorePlanDialog.tsx'
import { Toasts } from '#src/dialogs/toasts/Toasts.tsx'
import { UploadPanel } from '#src/dialogs/uploads/UploadPanel.tsx'
import { ZipQuestionDialog } from '#src/dialogs/ZipQuestionDialog.tsx'
import { useRestorePlanQuestion } from '#src/stores/batches/restore-plans.ts'
import { useOpenDialog, useUploadPanel } from '#src/stores/dialogs.ts'
import { useLockSessions } from '#src/stores/locks/lock-sessions.ts'
import { useManualCopyText } from '#src/stores/manual-copy.ts'
import { useSessionStatus } from '#src/stores/session.ts'
import { useZipQuestion } from '#src/stores/zip-downloads.ts'
import { keepFocusInPage } from '#src/ui/keep-focus-in-page.ts'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { FolderGoneDialog } from './FolderGoneDialog.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { ManualCopyDialog } from './ManualCopyDialog.tsx'
import { SessionDialog } from './SessionDialog.tsx'

/** Everything that is shown above the pages. */
export function Dialogs() {
  useEffect(keepFocusInPage, [])
  return (
    <>
      <Tooltip />
      <ErrorBoundary>
        <Toasts />
      </ErrorBoundary>
      <ErrorBoundary>
        <SessionEnded />
      </ErrorBoundary>
      <ErrorBoundary>
        <ManualCopy />
      </ErrorBoundary>
      <ErrorBoundary>
        <Help />
      </ErrorBoundary>
      <ErrorBoundary>
        <BatchDialog />
      </ErrorBoundary>
      <ErrorBoundary>
        <RestorePlan />
      </ErrorBoundary>
      <ErrorBoundary>
        <ZipDownload />
      </ErrorBoundary>
      <ErrorBoundary>
        <Uploads />
      </ErrorBoundary>
      <ErrorBoundary>
        <LockDialogs />
      </ErrorBoundary>
    </>
  )
}

function SessionEnded() {
  const isEnded = useSessionStatus() === 'ended'
  return isEnded ? <SessionDialog /> : null
}

function ManualCopy() {
  const text = useManualCopyText()
  return text !== null ? <ManualCopyDialog text={text} /> : null
}

function Help() {
  const isOpen = useOpenDialog() === 'keyboard-help'
  return isOpen ? <KeyboardHelp /> : null
}

/** The result of a batch, or a question about names that are taken or a folder that is gone. */
function BatchDialog() {
  const open = useOpenDialog()
  if (typeof open !== 'object') return null
  if (open.nameClash) {
    return <TransferQuestion key={open.nameClash.id} question={open.nameClash} />
  }
  if (open.folderGone) {
    return <FolderGoneDialog key={open.folderGone.id} question={open.folderGone} />
  }
  return <BatchResultDialog key={open.batchResult} batchId={open.batchResult} />
}

function RestorePlan() {
  const question = useRestorePlanQuestion()
  return question ? <RestorePlanDialog key={question.id} question={question} /> : null
}

function ZipDownload() {
  const question = useZipQuestion()
  return question ? <ZipQuestionDialog key={question.id} {...question} /> : null
}

function Uploads() {
  const isShown = useUploadPanel()
  return isShown ? <UploadPanel /> : null
}

function LockDialogs() {
  const hasLocks = useLockSessions().length > 0
  return hasLocks ? <LockedOperations /> : null
}
