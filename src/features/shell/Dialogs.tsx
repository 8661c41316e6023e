import { useEffect } from 'react'
import { LockedOperations } from '#src/features/locks/LockedOperations.tsx'
import { SignInAgainDialog } from '#src/features/session/SignInAgainDialog.tsx'
import { useSessionStatus } from '#src/features/session/use-session.ts'
import { Toasts } from '#src/features/shell/toasts/Toasts.tsx'
import { JobResultDialog } from '#src/features/trash/job-result/JobResultDialog.tsx'
import { UploadPanel } from '#src/features/uploads/panel/UploadPanel.tsx'
import { useCurrentDialog, useIsUploadPanelShown } from '#src/jobs/questions/dialogs.ts'
import { DialogHold } from '#src/ui/dialogs/dialog-hold.ts'
import { keepFocusInPage } from '#src/ui/dialogs/keep-focus-in-page.ts'
import { GlobalTooltip } from '#src/ui/GlobalTooltip.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { QuestionDialogs } from './QuestionDialogs.tsx'

/** Everything that is shown above the pages. */
export function Dialogs() {
  useEffect(keepFocusInPage, [])
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
        <LockedOperations />
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
