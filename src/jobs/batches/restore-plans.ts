import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'
import type { BatchItem } from './batch.ts'

/** What a restore will meet, as far as it can be known before it starts. */
export type RestorePlan = {
  readonly total: number
  /** Where items go: missing folders that the restore itself does not bring back first, then by number of items. */
  readonly destinations: readonly {
    readonly folder: string
    readonly count: number
    readonly isMissing: boolean
    /** How many of its items have a name that is taken there. */
    readonly clashes: number
  }[]
  /** How many of the destinations could not be looked at in time, or not wholly. */
  readonly unknownFolders: number
  /** URIs of the folders of which the service says that they are missing, parents first. */
  readonly missingFolders: readonly string[]
  /** URIs of the folders to create: the missing ones, and those above them about which nothing is known. */
  readonly foldersToCreate: readonly string[]
  /** Items whose folder is missing. */
  readonly itemsWithoutFolder: readonly BatchItem[]
  /** Items whose name is taken in their folder, or by another item of the restore. */
  readonly nameClashes: readonly BatchItem[]
}

/** What the user decided. */
export type RestorePlanAnswer = {
  readonly createsFolders: boolean
  /** Name of the folders in which items with a taken name are renamed; undefined when those are not to be restored. */
  readonly stagingFolderName: string | undefined
}

/** A plan that waits for its answer. */
export type RestorePlanQuestion = { readonly id: number; readonly plan: RestorePlan }

const useStore = create<{ questions: readonly RestorePlanQuestion[] }>()(() => ({ questions: [] }))
const resolvers = new Map<number, (answer: RestorePlanAnswer | undefined) => void>()
let lastId = 0

/** The question to show: the one that has waited longest. */
export const useRestorePlanQuestion = (): RestorePlanQuestion | undefined =>
  useStore(({ questions }) => questions[0])

/** Resolves with the user's answer; undefined when the user cancels or signs out. */
export function askAboutRestorePlan(plan: RestorePlan): Promise<RestorePlanAnswer | undefined> {
  const id = ++lastId
  useStore.setState(({ questions }) => ({ questions: [...questions, { id, plan }] }))
  return new Promise((resolve) => {
    resolvers.set(id, resolve)
  })
}

/** `answer` is undefined for Cancel. */
export function answerRestorePlan(id: number, answer: RestorePlanAnswer | undefined): void {
  useStore.setState(({ questions }) => ({ questions: questions.filter((each) => each.id !== id) }))
  resolvers.get(id)?.(answer)
  resolvers.delete(id)
}

onSignOut(() => {
  for (const id of resolvers.keys()) answerRestorePlan(id, undefined)
})
