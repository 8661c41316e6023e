import type { QueryClient } from '@tanstack/react-query'
import { waitForRetry } from '#src/api/retry-requests.ts'
import { isTransient } from '#src/api/transient-errors.ts'
import { uploads } from '#src/features/uploads/uploads.ts'
import { onBeforeSignOut } from '#src/jobs/before-sign-out.ts'
import { deleteOldJournals } from '#src/platform/left-journals.ts'
import { discardJobsBeforeSignOut, findInterruptedJobs } from './resume-jobs.ts'

/**
 * Looks, after `delayMs`, for jobs and then for uploads of this user that a reload interrupted, and again while the service
 * does not answer. A sign-out discards the jobs. Returns the function to stop.
 */
export function startFindingInterruptedWork(client: QueryClient, delayMs: number): () => void {
  const stop = new AbortController()
  const find = async () => {
    await deleteOldJournals()
    for (let attempt = 1; !stop.signal.aborted; attempt++) {
      const error: unknown = await findInterruptedJobs(client).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (!stop.signal.aborted) await uploads.findUnfinished().catch(() => undefined)
      if (!isTransient(error)) return
      await waitForRetry(error, attempt, stop.signal)
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
