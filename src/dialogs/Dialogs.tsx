import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useCopyByHand } from '#src/stores/copy-by-hand.ts'
import { useOpenDialog } from '#src/stores/dialogs.ts'
import { useLockSessions } from '#src/stores/lock-sessions.ts'
import { useSessionStatus } from '#src/stores/session.ts'
import { useToasts } from '#src/stores/toasts.ts'
import { ChunkGoneError, ErrorBoundary } from './ErrorBoundary.tsx'

const fetchToasts = () => import('./Toasts.tsx')
const fetchSessionDialog = () => import('./SessionDialog.tsx')
const fetchCopyByHand = () => import('./CopyByHand.tsx')
const fetchKeyboardHelp = () => import('./KeyboardHelp.tsx')
const fetchBatchResult = () => import('./BatchResultDialog.tsx')
const fetchLocks = () => import('./Locks.tsx')

function later<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      (cause: unknown) => {
        throw new ChunkGoneError('', { cause })
      },
    ),
  )
}
const Toasts = later(async () => (await fetchToasts()).Toasts)
const SessionDialog = later(async () => (await fetchSessionDialog()).SessionDialog)
const CopyByHand = later(async () => (await fetchCopyByHand()).CopyByHand)
const KeyboardHelp = later(async () => (await fetchKeyboardHelp()).KeyboardHelp)
const BatchResultDialog = later(async () => (await fetchBatchResult()).BatchResultDialog)
const Locks = later(async () => (await fetchLocks()).Locks)

/** Fetches what may be needed when the network, or this version of the page, is not there any more. */
export function fetchDialogs(): void {
  for (const fetched of [
    fetchToasts(),
    fetchSessionDialog(),
    fetchCopyByHand(),
    fetchKeyboardHelp(),
    fetchBatchResult(),
    fetchLocks(),
  ]) {
    fetched.catch(() => undefined)
  }
}

/** What lies above every page; the code of each comes when the page is quiet, or when it is wanted. */
export function Dialogs() {
  const open = useOpenDialog()
  const refused = useCopyByHand()
  const status = useSessionStatus()
  const hasToasts = useToasts().length > 0
  const hasLocks = useLockSessions().length > 0
  const isQuiet = useIsQuiet()
  return (
    <>
      {/* At the first quiet moment, so that its region is there before its words. */}
      {(isQuiet || hasToasts) && <Above part={<Toasts />} />}
      {status === 'ended' && <Above part={<SessionDialog />} />}
      {refused !== null && <Above part={<CopyByHand text={refused} />} />}
      {open === 'keyboard-help' && <Above part={<KeyboardHelp />} />}
      {typeof open === 'object' && (
        <Above part={<BatchResultDialog batchId={open.batchResult} />} />
      )}
      {hasLocks && <Above part={<Locks />} />}
    </>
  )
}

function Above({ part }: { part: ReactNode }) {
  return (
    <ErrorBoundary isAbove place="" onRetry={() => location.reload()}>
      <Suspense>{part}</Suspense>
    </ErrorBoundary>
  )
}

function useIsQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 1500)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet
}
