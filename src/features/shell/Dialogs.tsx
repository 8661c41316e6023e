import { useEffect } from 'react'
import { useZipQuestion } from '#src/features/files/downloads/zip-downloads.ts'
import { ZipQuestionDialog } from '#src/features/files/downloads/ZipQuestionDialog.tsx'
import { FolderGoneDialog } from '#src/features/folder/gone/FolderGoneDialog.tsx'
import { LockedOperations } from '#src/features/locks/LockedOperations.tsx'
import { TransferQuestion } from '#src/features/name-clash/TransferQuestion.tsx'
import { SessionDialog } from '#src/features/session/SessionDialog.tsx'
import { useSessionStatus } from '#src/features/session/use-session.ts'
import { Toasts } from '#src/features/shell/toasts/Toasts.tsx'
import { BatchResultDialog } from '#src/features/trash/batch-result/BatchResultDialog.tsx'
import { RestorePlanDialog } from '#src/features/trash/restore-plan/RestorePlanDialog.tsx'
import { UploadPanel } from '#src/features/uploads/panel/UploadPanel.tsx'
import { useRestorePlanQuestion } from '#src/jobs/batches/restore-plans.ts'
import { useLockQuestions } from '#src/jobs/locks/lock-questions.ts'
import { useOpenDialog, useUploadPanel } from '#src/jobs/questions/dialogs.ts'
import { useManualCopyText } from '#src/jobs/questions/manual-copy.ts'
import { keepFocusInPage } from '#src/ui/dialogs/keep-focus-in-page.ts'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { ManualCopyDialog } from './ManualCopyDialog.tsx'

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
  const hasLocks = useLockQuestions().length > 0
  return hasLocks ? <LockedOperations /> : null
}
