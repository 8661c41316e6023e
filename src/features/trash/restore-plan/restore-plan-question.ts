import { withAncestors } from '#src/jobs/placement/plans/folder-lookup.ts'
import type { RestorePlan } from '#src/jobs/placement/plans/restore-plan.ts'
import { defineQuestion } from '#src/jobs/questions/questions.ts'
import { clashChoiceFor, type NameClashDecisions } from '#src/lib/names/name-clash.ts'
import { originalFolderOf } from '#src/lists/rows/original-folder.ts'

/** What the user decided. */
export type RestorePlanAnswer = {
  readonly decisions: NameClashDecisions
  /** URIs of the missing folders that are not to be created. */
  readonly omittedFolders: ReadonlySet<string>
  /** Name of the folders in which items with a taken name are renamed. */
  readonly stagingFolderName: string
}

/** Asks before a restore how to handle missing folders and name clashes (T9); undefined for Cancel. */
export const restorePlanQuestion = defineQuestion<RestorePlan, RestorePlanAnswer | undefined>(
  'restore plan',
  undefined,
)

/** Whether this folder, or one above it, is not to be created. */
export const isFolderOmitted = (folder: string, omittedFolders: ReadonlySet<string>): boolean =>
  [...withAncestors(folder)].some((each) => omittedFolders.has(each))

/** The ids of the items that stay in the trash, as the user has decided. */
export function idsLeftInTrash(
  { itemsWithoutFolder, nameClashes }: RestorePlan,
  { decisions, omittedFolders }: Omit<RestorePlanAnswer, 'stagingFolderName'>,
): ReadonlySet<string> {
  const left = new Set<string>()
  for (const item of itemsWithoutFolder)
    if (isFolderOmitted(originalFolderOf(item) ?? '', omittedFolders)) left.add(item.id)
  for (const { item, existing } of nameClashes)
    if (clashChoiceFor(decisions, item.id, item, existing) === 'skip') left.add(item.id)
  return left
}
