import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { SessionEndedError } from '#src/contract/errors.ts'
import { restore } from '#src/features/trash/trash-writes.ts'
import { mutationMeta } from '#src/jobs/invalidation.ts'
import { planRestore, type RestorePlan } from '#src/jobs/placement/restore/restore-plan.ts'
import { withWish } from '#src/jobs/placement/wish.ts'
import { ask } from '#src/jobs/questions/questions.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { JobResult } from '#src/jobs/store/job.ts'
import { keys } from '#src/lists/keys.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import {
  type RestorePlanAnswer,
  restorePlanQuestion,
} from './restore-plan/restore-plan-question.ts'
import { listedInTrash } from './trash-list.ts'

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
 * in a dialog above every page: the restore goes on when the page that started it is left. Resolves with undefined when
 * the user cancels.
 */
export async function restoreItems(
  client: QueryClient,
  rows: readonly FileRow[],
): Promise<JobResult | undefined> {
  const listedBefore = new Set(listedInTrash(client, rows))
  // What is in the way of a single item is shown by the result just as well.
  const plan = rows.length > 1 ? await findPlan(client, rows) : undefined
  const answer = plan && (await ask(restorePlanQuestion, plan))
  if (plan && !answer) return undefined
  const staying = plan && answer ? leftInTrash(plan, answer) : new Set()
  // Another write may have taken some of them out of the trash meanwhile.
  const listed = new Set(listedInTrash(client, rows))
  const items = rows.filter(
    (row) => !staying.has(row.id) && (listed.has(row) || !listedBefore.has(row)),
  )
  if (!answer) return startMutation(client, restore(), { items })
  const { stagingFolderName, createsFolders } = answer
  const clashing = new Set(plan.nameClashes.map(({ id }) => id))
  return startMutation(client, restore(), {
    items: items.map((row) =>
      stagingFolderName !== undefined && clashing.has(row.id)
        ? withWish(row, { onClash: 'keepBoth' })
        : row,
    ),
    ...(staying.size > 0 && { leftOut: staying.size }),
    foldersToCreate: createsFolders ? plan.foldersToCreate : undefined,
    stagingFolderName,
  })
}

/** A plan that cannot be made does not stop the restore. */
const findPlan = (client: QueryClient, rows: readonly FileRow[]) =>
  startMutation(client, restorePlan(), rows).catch((error: unknown) => {
    if (error instanceof SessionEndedError) throw error
    return undefined
  })

/**
 * The items that the user has left out. There are none when that would be all of them: then each is decided about by
 * itself.
 */
function leftInTrash(
  { total, itemsWithoutFolder, nameClashes }: RestorePlan,
  { createsFolders, stagingFolderName }: RestorePlanAnswer,
): ReadonlySet<string> {
  const left = new Set([
    ...(createsFolders ? [] : itemsWithoutFolder.map(({ id }) => id)),
    ...(stagingFolderName === undefined ? nameClashes.map(({ id }) => id) : []),
  ])
  return left.size < total ? left : new Set()
}
