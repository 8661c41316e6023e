import type { RestorePlan } from '#src/jobs/placement/restore/restore-plan.ts'
import { defineQuestion } from '#src/jobs/questions/questions.ts'

/** What the user decided. */
export type RestorePlanAnswer = {
  readonly createsFolders: boolean
  /** Name of the folders in which items with a taken name are renamed; undefined when those are not to be restored. */
  readonly stagingFolderName: string | undefined
}

/** Asks before a restore how to handle missing folders and name clashes (T9); undefined for Cancel. */
export const restorePlanQuestion = defineQuestion<RestorePlan, RestorePlanAnswer | undefined>(
  'restore plan',
  undefined,
)
