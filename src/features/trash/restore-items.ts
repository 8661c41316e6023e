import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { SessionEndedError } from '#src/contract/errors.ts'
import { loadedFolderId } from '#src/features/file-lists/write-target.ts'
import {
  idsLeftInTrash,
  isAtOrBelowAny,
  findRestoreProblems,
  type RestorePlanInput,
  type RestorePlan,
  restorePlanQuestion,
} from '#src/features/trash/restore-plan/restore-plan.ts'
import { restore } from '#src/features/trash/trash-writes.ts'
import { createWriteMeta } from '#src/jobs/invalidation.ts'
import { applyClashChoices, withPlacement } from '#src/jobs/placement/placement-request.ts'
import { askQuestion } from '#src/jobs/questions/questions.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { JobResult } from '#src/jobs/store/job.ts'
import { keys } from '#src/lists/keys.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/**
 * Finds out what is to be decided before items are restored. It is a mutation, so that pages can show that it is under
 * way.
 */
const restorePlan = () =>
  mutationOptions<RestorePlan | undefined, Error, RestorePlanInput>({
    mutationKey: keys.files.restorePlan(),
    mutationFn: findRestoreProblems,
    meta: createWriteMeta({ invalidates: () => [], keepsLastUndo: true }),
  })

/**
 * Restores items of the trash to where they were, or to the folder `to`. When something is in the way, the user is asked
 * first, in a dialog above every page: the restore goes on when the page that started it is left. Resolves to the
 * result, with undefined when the user cancels or leaves all in the trash.
 */
export async function restoreItems(
  client: QueryClient,
  rows: readonly FileRow[],
  to?: string,
): Promise<JobResult | undefined> {
  const plan = await findPlan(client, { rows, to })
  const answer = plan && (await askQuestion(restorePlanQuestion, plan))
  if (plan && !answer) return undefined
  const staying = plan && answer ? idsLeftInTrash(plan, answer) : new Set()
  // Those that left the trash meanwhile are restored too: the result says what became of each of them.
  const items = rows.filter(({ id }) => !staying.has(id))
  if (items.length === 0) return undefined
  const toId = to === undefined ? undefined : loadedFolderId(client, to)
  const wanted = items.map((row) => withPlacement(row, { to, toId }))
  if (!answer) return startMutation(client, restore(), { items: wanted })
  const { omittedFolders, decided, rule } = answer
  return startMutation(client, restore(), {
    items: applyClashChoices(wanted, plan.nameClashes, decided).items,
    ...(staying.size > 0 && { leftOut: staying.size }),
    foldersToCreate: plan.foldersToCreate.filter(
      (folder) => !isAtOrBelowAny(folder, omittedFolders),
    ),
    // Names that nobody could know of: in folders that were not looked at, or that the restore brings back itself.
    clashRule: plan.nameClashes.length > 0 ? rule : undefined,
  })
}

/** A plan that cannot be made does not stop the restore. */
const findPlan = (client: QueryClient, wish: RestorePlanInput) =>
  startMutation(client, restorePlan(), wish).catch((error: unknown) => {
    if (error instanceof SessionEndedError) throw error
    return undefined
  })
