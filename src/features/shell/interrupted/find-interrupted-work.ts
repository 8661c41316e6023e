import type { QueryClient } from '@tanstack/react-query'
import { uploads } from '#src/features/uploads/uploads.ts'
import { deleteOldJournals } from '#src/platform/operation-journal.ts'
import { findInterruptedJobs } from './resume-jobs.ts'

/**
 * Looks, after `delayMs`, for jobs and then for uploads of this user that a reload interrupted. When that fails it looks
 * again once the browser is back online. Returns the function to stop.
 */
export function startFindingInterruptedWork(client: QueryClient, delayMs: number): () => void {
  const stop = new AbortController()
  const find = async () => {
    try {
      await deleteOldJournals()
      await findInterruptedJobs(client)
      if (!stop.signal.aborted) await uploads.findUnfinished()
    } catch {
      addEventListener('online', () => void find(), { once: true, signal: stop.signal })
    }
  }
  const timer = setTimeout(() => void find(), delayMs)
  stop.signal.addEventListener('abort', () => clearTimeout(timer))
  return () => stop.abort()
}
