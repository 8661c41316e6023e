import { useEffect, useState, type ReactNode } from 'react'
import { useCopyByHand } from '#src/stores/copy-by-hand.ts'
import { useOpenDialog, useUploadPanel } from '#src/stores/dialogs.ts'
import { useLockSessions } from '#src/stores/lock-sessions.ts'
import { useSessionStatus } from '#src/stores/session.ts'
import { useToasts } from '#src/stores/toasts.ts'
import { later } from '#src/ui/later.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

// At rest: they may be needed when the network, or this version of the page, is not there any more.
const toasts = later(() => import('./Toasts.tsx'), ['toasts', 'operations', 'errors'], 'at rest')
const sessionDialog = later(
  () => import('./SessionDialog.tsx'),
  ['account', 'signIn', 'errors'],
  'at rest',
)
const copyByHand = later(() => import('./CopyByHand.tsx'), [], 'at rest')
const keyboardHelp = later(() => import('./KeyboardHelp.tsx'), ['keys'], 'at rest')
const batchResult = later(
  () => import('./BatchResultDialog.tsx'),
  ['operations', 'errors'],
  'at rest',
)
const uploadPanel = later(() => import('./UploadPanel.tsx'), ['uploads', 'errors'], 'at rest')
const locks = later(() => import('./Locks.tsx'), ['locks', 'operations', 'errors'], 'at rest')

/** What lies above every page; the code of each comes when the page is quiet, or when it is wanted. */
export function Dialogs() {
  return (
    <>
      <ToastStack />
      <Above part={<EndedSession />} />
      <Above part={<RefusedCopy />} />
      <Above part={<Help />} />
      <Above part={<BatchResult />} />
      <Above part={<AllUploads />} />
      <Above part={<AllLocks />} />
    </>
  )
}

function Above({ part }: { part: ReactNode }) {
  return (
    <ErrorBoundary isAbove place="">
      {part}
    </ErrorBoundary>
  )
}

function EndedSession() {
  const isEnded = useSessionStatus() === 'ended'
  const SessionDialog = sessionDialog.useCode(isEnded)?.SessionDialog
  return isEnded && SessionDialog ? <SessionDialog /> : null
}

function RefusedCopy() {
  const text = useCopyByHand()
  const CopyByHand = copyByHand.useCode(text !== null)?.CopyByHand
  return text !== null && CopyByHand ? <CopyByHand text={text} /> : null
}

function Help() {
  const isOpen = useOpenDialog() === 'keyboard-help'
  const KeyboardHelp = keyboardHelp.useCode(isOpen)?.KeyboardHelp
  return isOpen && KeyboardHelp ? <KeyboardHelp /> : null
}

function BatchResult() {
  const open = useOpenDialog()
  const batchId = typeof open === 'object' ? open.batchResult : undefined
  const BatchResultDialog = batchResult.useCode(batchId !== undefined)?.BatchResultDialog
  return batchId !== undefined && BatchResultDialog ? <BatchResultDialog batchId={batchId} /> : null
}

function AllUploads() {
  const isShown = useUploadPanel()
  const UploadPanel = uploadPanel.useCode(isShown, 'quietly')?.UploadPanel
  return isShown && UploadPanel ? <UploadPanel /> : null
}

function AllLocks() {
  const hasLocks = useLockSessions().length > 0
  const Locks = locks.useCode(hasLocks)?.Locks
  return hasLocks && Locks ? <Locks /> : null
}

/** Its region is there before its words, so it comes at the first quiet moment; without it no toast is lost. */
function ToastStack() {
  const hasToasts = useToasts().length > 0
  const isQuiet = useIsQuiet()
  const Toasts = toasts.useCode(isQuiet || hasToasts, 'quietly')?.Toasts
  return Toasts ? <Toasts /> : null
}

function useIsQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 1500)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet
}
