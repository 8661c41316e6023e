import * as v from 'valibot'
import { finiteNumber } from '#src/contract/schema.ts'
import { uuid } from '#src/lib/uuid.ts'
import {
  appendStep,
  createJournal,
  deleteJournal,
  lockJournal,
  isJournalLocked,
  readJournals,
} from '#src/platform/operation-journal.ts'
import { currentSession } from '#src/stores/session.ts'

/*
 * What survives a reload of an upload: which file it was, its session at the service, and the parts that arrived. The
 * file itself does not survive.
 */

/** As it is stored: renaming a field would lose the uploads of an earlier version of the page. */
const UploadRecord = v.object({
  upload: v.object({
    name: v.string(),
    folder: v.string(),
    uri: v.string(),
    /** Bytes. */
    size: finiteNumber,
    /** ms since 1970. */
    modified: finiteNumber,
    mime: v.string(),
    session: v.string(),
    /** Bytes of a part. */
    chunk: finiteNumber,
    /** ms since 1970. */
    expires: finiteNumber,
    isVersion: v.boolean(),
  }),
})
export type JournaledUpload = v.InferOutput<typeof UploadRecord>['upload']

export type UnfinishedUpload = {
  readonly details: JournaledUpload
  /** Indexes of the parts that arrived. */
  readonly received: readonly number[]
  readonly journalId: string
}

export type UploadJournal = {
  /** Resolves once it is written that a part arrived. */
  received: (index: number) => Promise<void>
  /** Deletes it: the upload is complete, or given up. */
  end: () => Promise<void>
}

/** Journals that this tab writes or has listed. */
const knownIds = new Set<string>()

function openJournal(id: string, release: () => void): UploadJournal {
  knownIds.add(id)
  return {
    received: (index) => appendStep(id, index),
    end: async () => {
      await deleteJournal(id)
      release()
    },
  }
}

/** Undefined when nobody is signed in. */
export async function createUploadJournal(
  upload: JournaledUpload,
): Promise<UploadJournal | undefined> {
  const { userId } = currentSession()
  if (userId === undefined) return undefined
  const id = uuid()
  const release = await lockJournal(id)
  if (!release) return undefined
  const journal = openJournal(id, release)
  await createJournal(userId, id, { upload }, [])
  return journal
}

/** The user's uploads that no tab works on and that this tab has not listed yet. Deletes those that have expired. */
export async function readUnfinishedUploads(): Promise<UnfinishedUpload[]> {
  const { userId } = currentSession()
  if (userId === undefined) return []
  const unfinished: UnfinishedUpload[] = []
  for (const { id, header, steps } of await readJournals(userId)) {
    const record = v.safeParse(UploadRecord, header)
    if (!record.success || knownIds.has(id) || (await isJournalLocked(id))) continue
    if (currentSession().userId !== userId) return []
    const details = record.output.upload
    if (details.expires <= Date.now()) {
      await deleteJournal(id)
      continue
    }
    knownIds.add(id)
    const received = steps.filter((step) => typeof step === 'number')
    unfinished.push({ details, received, journalId: id })
  }
  return unfinished
}

/** Takes a journal over; undefined when another tab was quicker. */
export async function claimUploadJournal(id: string): Promise<UploadJournal | undefined> {
  const release = await lockJournal(id)
  return release && openJournal(id, release)
}

/** Forgets which journals this tab knows; the journals themselves stay. */
export const forgetUploadJournals = (): void => knownIds.clear()
