import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, SessionEndedError } from '#src/contract/errors.ts'
import { restore } from '#src/features/trash/trash-writes.ts'
import { mutationMeta } from '#src/jobs/invalidation.ts'
import { ensureJobToast } from '#src/jobs/messages/toasts.ts'
import { planRestore, type RestorePlan } from '#src/jobs/placement/plans/restore-plan.ts'
import { withWish } from '#src/jobs/placement/wish.ts'
import { ask } from '#src/jobs/questions/questions.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { jobIdOfResult } from '#src/jobs/store/job-list.ts'
import type { JobResult } from '#src/jobs/store/job.ts'
import { clashChoiceFor } from '#src/lib/names/name-clash.ts'
import { keys } from '#src/lists/keys.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { restoreAsDecided } from './name-clash-decisions.ts'
import {
  isFolderOmitted,
  idsLeftInTrash,
  type RestorePlanAnswer,
  restorePlanQuestion,
} from './restore-plan/restore-plan-question.ts'
import { itemsListedInTrash } from './trash-list.ts'

/**
 * Finds out what is to be decided before items are restored. It is a mutation, so that pages can show that it is under
 * way.
 */
const restorePlan = () =>
  mutationOptions<RestorePlan | undefined, Error, readonly FileRow[]>({
    mutationKey: keys.files.restorePlan(),
    mutationFn: planRestore,
    meta: mutationMeta({ invalidates: () => [], failureContext: 'shownInline' }),
  })

/**
 * Restores items of the trash to where they were. When something is in the way of several items, the user is asked first,
 * in a dialog above every page: the restore goes on when the page that started it is left. Resolves to the result that
 * has something left to decide, with undefined when the user cancels or leaves all in the trash.
 */
export async function restoreItems(
  client: QueryClient,
  rows: readonly FileRow[],
): Promise<JobResult | undefined> {
  const listedBefore = new Set(itemsListedInTrash(client, rows))
  // What is in the way of a single item is shown by the result just as well.
  const plan = rows.length > 1 ? await findPlan(client, rows) : undefined
  const answer = plan && (await ask(restorePlanQuestion, plan))
  if (plan && !answer) return undefined
  const staying = plan && answer ? idsLeftInTrash(plan, answer) : new Set()
  // Another write may have taken some of them out of the trash meanwhile.
  const listed = new Set(itemsListedInTrash(client, rows))
  const items = rows.filter(
    (row) => !staying.has(row.id) && (listed.has(row) || !listedBefore.has(row)),
  )
  if (staying.size > 0 && items.length === 0) return undefined
  if (!answer) return startMutation(client, restore(), { items })
  const { stagingFolderName, omittedFolders, decisions } = answer
  const clashOf = new Map(plan.nameClashes.map((clash) => [clash.item.id, clash]))
  const findsTaken = plan.nameClashes.length > 0
  // A message that some have failed would be gone again when they are restored by another name.
  const isFollowed = (result: JobResult) => findsTaken && takenOf(result).length > 0
  const result = await startMutation(client, restore({ isFollowed }), {
    items: items.map((row) => {
      const clash = clashOf.get(row.id)
      if (!clash) return row
      const { item, existing } = clash
      const isReplacing = clashChoiceFor(decisions, item.id, item, existing) === 'replace'
      return withWish(
        row,
        isReplacing ? { onClash: 'replace', existingId: existing?.id } : { onClash: 'keepBoth' },
      )
    }),
    ...(staying.size > 0 && { leftOut: staying.size }),
    foldersToCreate: plan.foldersToCreate.filter(
      (folder) => !isFolderOmitted(folder, omittedFolders),
    ),
    stagingFolderName,
  })
  return findsTaken ? restoreThoseFoundLater(client, result, answer) : result
}

/** A plan that cannot be made does not stop the restore. */
const findPlan = (client: QueryClient, rows: readonly FileRow[]) =>
  startMutation(client, restorePlan(), rows).catch((error: unknown) => {
    if (error instanceof SessionEndedError) throw error
    return undefined
  })

const takenOf = ({ failed }: JobResult) =>
  failed.filter(({ error }) => hasErrorCode(error, ErrorCode.nameTaken))

/**
 * Names that nobody could know of before are decided about by the same rule: those in folders that were not looked at, or
 * that the restore has brought back itself.
 */
async function restoreThoseFoundLater(
  client: QueryClient,
  result: JobResult,
  { decisions: { rule }, stagingFolderName }: RestorePlanAnswer,
): Promise<JobResult | undefined> {
  const taken = takenOf(result)
  const jobId = jobIdOfResult(result)
  if (jobId === undefined || taken.length === 0) return result
  try {
    const later = await restoreAsDecided(client, jobId, taken, {
      decisions: { rule, exceptions: new Map() },
      stagingFolderName,
      isShown: false,
    })
    return result.failed.length > taken.length ? result : later
  } finally {
    ensureJobToast(jobId)
  }
}
