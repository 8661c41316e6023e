import * as v from 'valibot'
import { getAccessToken } from '#src/api/tokens.ts'
import { finiteNumber } from '#src/contract/schema.ts'
import { s3Types } from '#src/contract/upload.ts'
import { serviceNow } from '#src/lib/service-time.ts'
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
 * What survives a reload of an upload: which file it was, its session at the service, the parts that arrived, and the
 * signed URLs of a storage that takes them. The file itself does not survive.
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
    /** Present when the parts go to a storage on another origin. */
    storage: v.optional(
      v.object({
        type: v.picklist(s3Types),
        partUrls: v.pipe(v.array(v.string()), v.readonly()),
        completeUrl: v.string(),
        secret: v.string(),
      }),
    ),
  }),
})
/** A part that arrived: its index, with its ETag where one is needed to complete the file. */
const PartRecord = v.union([finiteNumber, v.object({ part: finiteNumber, tag: v.string() })])

export type JournaledUpload = v.InferOutput<typeof UploadRecord>['upload']

export type UnfinishedUpload = {
  readonly details: JournaledUpload
  /** The parts that arrived, by index, with their ETags ('' where none is needed). */
  readonly received: ReadonlyMap<number, string>
  readonly journalId: string
}

export type UploadJournal = {
  /** Resolves once it is written that a part arrived. `tag`: its ETag, '' where none is needed. */
  received: (index: number, tag: string) => Promise<void>
  /** Deletes it: the upload is complete, or given up. */
  end: () => Promise<void>
}

/** Journals that this tab writes or has listed. */
const knownIds = new Set<string>()

function openJournal(id: string, release: () => void): UploadJournal {
  knownIds.add(id)
  return {
    received: (index, tag) => appendStep(id, tag ? { part: index, tag } : index),
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
  // After a reload there is no token, and the time of the service is not known, before it has answered.
  const isTimeKnown = await getAccessToken().then(
    () => true,
    () => false,
  )
  const unfinished: UnfinishedUpload[] = []
  for (const { id, header, steps } of await readJournals(userId)) {
    const record = v.safeParse(UploadRecord, header)
    if (!record.success || knownIds.has(id) || (await isJournalLocked(id))) continue
    if (currentSession().userId !== userId) return []
    const details = record.output.upload
    if (isTimeKnown && details.expires <= serviceNow()) {
      await deleteJournal(id)
      continue
    }
    knownIds.add(id)
    unfinished.push({ details, received: partsOf(steps), journalId: id })
  }
  return unfinished
}

function partsOf(steps: readonly unknown[]): Map<number, string> {
  const parts = new Map<number, string>()
  for (const step of steps) {
    const record = v.safeParse(PartRecord, step)
    if (!record.success) continue
    if (typeof record.output === 'number') parts.set(record.output, '')
    else parts.set(record.output.part, record.output.tag)
  }
  return parts
}

/** Takes a journal over; undefined when another tab was quicker. */
export async function claimUploadJournal(id: string): Promise<UploadJournal | undefined> {
  const release = await lockJournal(id)
  return release && openJournal(id, release)
}

/** Forgets which journals this tab knows; the journals themselves stay. */
export const forgetUploadJournals = (): void => knownIds.clear()
