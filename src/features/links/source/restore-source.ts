import { mutationOptions } from '@tanstack/react-query'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { requireLinkSourceAndLimits } from '#src/features/links/edit/edit-link.ts'
import { addFilterExceptions } from '#src/features/links/filter-exceptions.ts'
import { rowWithLimits } from '#src/features/links/limits/link-limits.ts'
import { showEditedLink } from '#src/features/links/list/link-list-patches.ts'
import { restoreItems } from '#src/features/trash/restore-items.ts'
import { createWriteMeta } from '#src/jobs/invalidation.ts'
import { reportingJobOf } from '#src/jobs/store/job-list.ts'
import type { Job } from '#src/jobs/store/job.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** `item` is what was deleted: the item of the link, or a folder that it is in. */
type SourceRestore = { readonly row: LinkRow; readonly item: FileRow }

/**
 * Restores what a link leads to, with the questions, the locks and the messages of any other restore. Resolves to
 * the job that has restored it or tried to, undefined when there was none; once the service has confirmed it, the row of
 * the link shows what the link is now.
 */
export const restoreSource = () =>
  mutationOptions<Job | undefined, Error, SourceRestore>({
    mutationFn: async ({ row, item }, { client }) => {
      // The restore shows the link as live before it ends.
      addFilterExceptions([row.id])
      const result = await restoreItems(client, [item])
      const job = result && reportingJobOf(result)
      if (!job?.result?.done.some(({ id }) => id === item.id)) return job
      try {
        const { limits } = await requireLinkSourceAndLimits(client, row)
        showEditedLink(client, rowWithLimits(row, limits))
      } catch (error) {
        // The item is back whatever this answers; the list is loaded again too.
        if (!(error instanceof ApiError || error instanceof TransportError)) throw error
      }
      return job
    },
    // The job that restores says what it makes stale, and shows its own failures.
    meta: createWriteMeta({ invalidates: () => [] }),
  })
