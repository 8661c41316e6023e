import { useEffect } from 'react'
import { AsideLockQuestions } from '#src/features/locks/AsideLockQuestions.tsx'
import { SignInAgainDialog } from '#src/features/session/SignInAgainDialog.tsx'
import { useSessionStatus } from '#src/features/session/use-session.ts'
import { Toasts } from '#src/features/shell/toasts/Toasts.tsx'
import { JobResultDialog } from '#src/features/trash/job-result/JobResultDialog.tsx'
import { UploadPanel } from '#src/features/uploads/panel/UploadPanel.tsx'
import { useCurrentDialog, useIsUploadPanelShown } from '#src/jobs/questions/dialogs.ts'
import { DialogHold } from '#src/ui/dialogs/dialog-hold.ts'
import { startLostFocusRecovery } from '#src/ui/dialogs/lost-focus-recovery.ts'
import { GlobalTooltip } from '#src/ui/GlobalTooltip.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { QuestionDialogs } from './QuestionDialogs.tsx'

/** Everything that is shown above the pages. */
export function Dialogs() {
  useEffect(startLostFocusRecovery, [])
  return (
    <>
      <GlobalTooltip />
      <ErrorBoundary>
        <Toasts />
      </ErrorBoundary>
      <ErrorBoundary>
        <DialogHold value={false}>
          <SessionEnded />
        </DialogHold>
      </ErrorBoundary>
      <ErrorBoundary>
        <Help />
      </ErrorBoundary>
      <ErrorBoundary>
        <JobDialog />
      </ErrorBoundary>
      <ErrorBoundary>
        <Uploads />
      </ErrorBoundary>
      <ErrorBoundary>
        <AsideLockQuestions />
      </ErrorBoundary>
      <ErrorBoundary>
        <DialogHold value={false}>
          <QuestionDialogs />
        </DialogHold>
      </ErrorBoundary>
    </>
  )
}

function SessionEnded() {
  const isEnded = useSessionStatus() === 'ended'
  return isEnded ? <SignInAgainDialog /> : null
}

function Help() {
  const isOpen = useCurrentDialog() === 'keyboard-help'
  return isOpen ? <KeyboardHelp /> : null
}

function JobDialog() {
  const open = useCurrentDialog()
  return typeof open === 'object' ? (
    <JobResultDialog key={open.jobResult} jobId={open.jobResult} />
  ) : null
}

function Uploads() {
  const isShown = useIsUploadPanelShown()
  return isShown ? <UploadPanel /> : null
}
