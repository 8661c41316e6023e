import * as v from 'valibot'
import { currentSession } from '#src/api/current-session.ts'
import { getAccessToken } from '#src/api/tokens.ts'
import { finiteNumber } from '#src/contract/schema.ts'
import { s3StorageTypes } from '#src/contract/upload.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { isJournalLocked } from '#src/platform/journal-lock.ts'
import {
  type JournalRecord,
  readUnfinishedJournals,
  deleteJournal,
} from '#src/platform/operation-journal.ts'

/* Reads the journals of uploads. Their form is stored: renaming a field would lose what an earlier page has written. */

const Session = v.object({
  /** Name that the file gets, which may have a number behind it. */
  name: v.string(),
  uri: v.string(),
  session: v.string(),
  /** Bytes of a part. */
  chunk: finiteNumber,
  /** ms since 1970. */
  expires: finiteNumber,
  isVersion: v.boolean(),
  /** Of a version, the one that it replaces. */
  replaces: v.optional(v.string()),
  /** Present when the parts go to a storage on another origin. */
  storage: v.optional(
    v.object({
      type: v.picklist(s3StorageTypes),
      partUrls: v.pipe(v.array(v.string()), v.readonly()),
      completeUrl: v.string(),
      secret: v.string(),
    }),
  ),
})
export type JournaledSession = v.InferOutput<typeof Session>

const FileRecord = v.object({
  name: v.string(),
  /** Names of the folders that contain it, outermost first. */
  path: v.pipe(v.array(v.string()), v.readonly()),
  /** Bytes. */
  size: finiteNumber,
  /** ms since 1970. */
  modified: finiteNumber,
})
export type JournaledFile = v.InferOutput<typeof FileRecord>

const Header = v.object({
  uploads: v.object({ folder: v.string(), folderId: v.string(), policy: v.optional(v.string()) }),
})
/** Before lists were journaled, each file on its way had a journal of its own. */
const HeaderOfOneFile = v.object({
  upload: v.object({
    ...Session.entries,
    folder: v.string(),
    size: finiteNumber,
    modified: finiteNumber,
  }),
})

/** Files are named by their index in the list. */
const Step = v.union([
  v.object({ files: v.pipe(v.array(FileRecord), v.readonly()) }),
  v.object({ done: v.array(finiteNumber), dropped: v.array(finiteNumber) }),
  v.object({ file: finiteNumber, session: v.nullable(Session) }),
  v.object({ file: finiteNumber, part: finiteNumber, tag: v.string() }),
  /** Where the files go from then on: the folder was renamed, moved or deleted. */
  v.object({ folder: v.string(), folderId: v.string() }),
])
export type UploadJournalStep = v.InferOutput<typeof Step>
/** A part, in the journal of one file. */
const PartOfOneFile = v.union([finiteNumber, v.object({ part: finiteNumber, tag: v.string() })])

/** Where the files go. `folderId` is '' where the folder cannot be found by its id. */
export type UploadTarget = {
  /** URI. */
  readonly folder: string
  readonly folderId: string
  /** Storage policy of the folder. */
  readonly policyId: string | undefined
}

/** The journals that this tab writes: what releases the lock of each, by id. */
export const ownJournals = new Map<string, () => void>()

export type UnfinishedFile = JournaledFile & {
  /** Undefined when none was begun, or when it has ended. */
  session: JournaledSession | undefined
  /** The parts that arrived, by index, with their ETags ('' where none is needed). */
  received: Map<number, string>
}

/** Files that were chosen together. Those that the user has taken off the list are in neither map. */
export type UnfinishedQueue = {
  readonly journalId: string
  readonly target: UploadTarget
  /** By index in the journal. */
  readonly left: ReadonlyMap<number, UnfinishedFile>
  readonly done: ReadonlyMap<number, JournaledFile>
}

/** Reads a journal; undefined when it is not one of uploads. */
function readQueue({ id, header, steps }: JournalRecord): UnfinishedQueue | undefined {
  const left = new Map<number, UnfinishedFile>()
  const done = new Map<number, JournaledFile>()
  const queue = v.safeParse(Header, header)
  if (!queue.success) {
    const { output, success } = v.safeParse(HeaderOfOneFile, header)
    if (!success) return undefined
    const { folder, size, modified, ...session } = output.upload
    const received = new Map<number, string>()
    left.set(0, { name: session.name, path: [], size, modified, session, received })
    for (const step of steps) {
      const part = v.safeParse(PartOfOneFile, step)
      if (part.success && typeof part.output === 'number') received.set(part.output, '')
      else if (part.success && typeof part.output === 'object')
        received.set(part.output.part, part.output.tag)
    }
    const first = { folder, folderId: '', policyId: undefined }
    const target = applySteps(steps, { target: first, left, done })
    return { journalId: id, target, left, done }
  }
  const { folder, folderId, policy: policyId } = queue.output.uploads
  const target = applySteps(steps, { target: { folder, folderId, policyId }, left, done })
  return { journalId: id, target, left, done }
}

/** Brings the maps up to date, and returns where the files go. */
function applySteps(
  steps: readonly unknown[],
  {
    target: first,
    left,
    done,
  }: {
    target: UploadTarget
    left: Map<number, UnfinishedFile>
    done: Map<number, JournaledFile>
  },
): UploadTarget {
  let target = first
  let count = 0
  for (const each of steps) {
    const parsed = v.safeParse(Step, each)
    if (!parsed.success) continue
    const step = parsed.output
    if ('files' in step) {
      for (const file of step.files) {
        left.set(count++, { ...file, session: undefined, received: new Map() })
      }
    } else if ('done' in step) {
      for (const index of step.done) {
        const file = left.get(index)
        if (file && left.delete(index)) done.set(index, file)
      }
      for (const index of step.dropped) left.delete(index)
    } else if ('folder' in step) {
      // What is done is in the folder before, unless it is the same one in another place.
      if (step.folderId === '' || step.folderId !== target.folderId) done.clear()
      target = { ...target, ...step }
    } else {
      const file = left.get(step.file)
      if (!file) continue
      if ('part' in step) file.received.set(step.part, step.tag)
      else {
        file.session = step.session ?? undefined
        file.received = new Map()
      }
    }
  }
  return target
}

/**
 * The uploads of the user that did not end and that no tab works on. Sessions that have expired are left out; a journal
 * of one file that is nothing else is deleted then.
 */
export async function readUnfinishedQueues(): Promise<UnfinishedQueue[]> {
  const { userId } = currentSession()
  if (userId === undefined) return []
  // After a reload there is no token, and the time of the service is not known, before it has answered.
  const isTimeKnown = await getAccessToken().then(
    () => true,
    () => false,
  )
  const found: UnfinishedQueue[] = []
  for (const journal of await readUnfinishedJournals(userId)) {
    const queue = readQueue(journal)
    if (!queue || (await isInUse(journal.id))) continue
    for (const file of queue.left.values()) {
      if (!isTimeKnown || !file.session || file.session.expires > serviceNow()) continue
      file.session = undefined
      file.received = new Map()
    }
    const isOver = queue.left.size === 0 || (isOfOneFile(journal) && !queue.left.get(0)?.session)
    if (isOver) await deleteJournal(journal.id)
    else found.push(queue)
  }
  return currentSession().userId === userId ? found : []
}

/** Whether a tab, this one or another, goes on with the uploads of a journal. */
const isInUse = async (id: string): Promise<boolean> =>
  ownJournals.has(id) || (await isJournalLocked(id))

const isOfOneFile = ({ header }: JournalRecord): boolean =>
  v.safeParse(HeaderOfOneFile, header).success

/** What a journal says now; undefined when it is gone. */
export async function readUnfinishedQueue(id: string): Promise<UnfinishedQueue | undefined> {
  const { userId } = currentSession()
  if (userId === undefined) return undefined
  const journal = (await readUnfinishedJournals(userId)).find((each) => each.id === id)
  return journal && readQueue(journal)
}

/** Whether a session belongs to an upload that a tab of this browser works on, also when that cannot be read. */
export async function isSessionInUse(session: string): Promise<boolean> {
  const { userId } = currentSession()
  if (userId === undefined) return false
  const journals = await readUnfinishedJournals(userId).catch(() => undefined)
  if (!journals) return true
  for (const journal of journals) {
    const files = readQueue(journal)?.left.values() ?? []
    const isInUseHere = [...files].some((file) => file.session?.session === session)
    if (isInUseHere && (await isInUse(journal.id))) return true
  }
  return false
}
