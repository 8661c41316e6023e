import type { QueryClient } from '@tanstack/react-query'
import { uploads } from '#src/features/uploads/uploads.ts'
import { onBeforeSignOut } from '#src/jobs/before-sign-out.ts'
import { deleteOldJournals } from '#src/platform/operation-journal.ts'
import { discardJobsBeforeSignOut, findInterruptedJobs } from './resume-jobs.ts'

/**
 * Looks, after `delayMs`, for jobs and then for uploads of this user that a reload interrupted. When that fails it looks
 * again once the browser is back online. A sign-out discards the jobs. Returns the function to stop.
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
  const unregister = onBeforeSignOut(() => discardJobsBeforeSignOut(client))
  stop.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    unregister()
  })
  return () => stop.abort()
}
