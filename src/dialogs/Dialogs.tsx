import { useEffect, useState } from 'react'
import { useRestorePlanQuestion } from '#src/stores/batches/restore-plans.ts'
import { useOpenDialog, useUploadPanel } from '#src/stores/dialogs.ts'
import { useLockSessions } from '#src/stores/locks/lock-sessions.ts'
import { useManualCopyText } from '#src/stores/manual-copy.ts'
import { useSessionStatus } from '#src/stores/session.ts'
import { useToasts } from '#src/stores/toasts.ts'
import { useZipQuestion } from '#src/stores/zip-downloads.ts'
import { keepFocusInPage } from '#src/ui/keep-focus-in-page.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

// Preloaded: a dialog may be needed when the network or this version of the page is no longer available.
const Toasts = lazyComponent(async () => (await import('#src/dialogs/toasts/Toasts.tsx')).Toasts, {
  optional: true,
})
const SessionDialog = lazyComponent(async () => (await import('./SessionDialog.tsx')).SessionDialog)
const ManualCopyDialog = lazyComponent(
  async () => (await import('./ManualCopyDialog.tsx')).ManualCopyDialog,
)
const KeyboardHelp = lazyComponent(async () => (await import('./KeyboardHelp.tsx')).KeyboardHelp)
const BatchResultDialog = lazyComponent(
  async () => (await import('#src/dialogs/batch-result/BatchResultDialog.tsx')).BatchResultDialog,
)
const TransferQuestion = lazyComponent(
  async () => (await import('#src/dialogs/name-clash/TransferQuestion.tsx')).TransferQuestion,
)
const FolderGoneDialog = lazyComponent(
  async () => (await import('./FolderGoneDialog.tsx')).FolderGoneDialog,
)
const RestorePlanDialog = lazyComponent(
  async () => (await import('#src/dialogs/restore-plan/RestorePlanDialog.tsx')).RestorePlanDialog,
)
const ZipQuestionDialog = lazyComponent(
  async () => (await import('#src/dialogs/ZipQuestionDialog.tsx')).ZipQuestionDialog,
)
const UploadPanel = lazyComponent(
  async () => (await import('#src/dialogs/uploads/UploadPanel.tsx')).UploadPanel,
  { optional: true },
)
const LockedOperations = lazyComponent(
  async () => (await import('#src/dialogs/locks/LockedOperations.tsx')).LockedOperations,
)

/** Everything that is shown above the pages. */
export function Dialogs() {
  useEffect(keepFocusInPage, [])
  return (
    <>
      <Tooltip />
      <ToastRegion />
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

/** Screen readers announce only changes of a live region that exists, so it is rendered before the first toast. */
function ToastRegion() {
  const hasToasts = useToasts().length > 0
  const isIdle = useIsIdle()
  return isIdle || hasToasts ? <Toasts /> : null
}

/** The live region is rendered this long after the page, in ms. */
const idleDelayMs = 1500

function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), idleDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return isIdle
}
