import { currentSession } from '#src/api/current-session.ts'
import { signOutCount } from '#src/api/resets.ts'
import type { TargetFolder } from '#src/jobs/verification/target-folder.ts'
import { uuid } from '#src/lib/uuid.ts'
import { lockJournal } from '#src/platform/journal-lock.ts'
import { appendJournalStep, createJournal, deleteJournal } from '#src/platform/operation-journal.ts'
import {
  type JournaledFile,
  type JournaledSession,
  type UploadJournalStep,
  ownJournals,
  type UploadTarget,
} from './journaled-uploads.ts'

/*
 * What survives a reload of an upload: which files were chosen and where they go, what became of each, and the sessions
 * of those that were on their way. The files themselves do not survive.
 */

/** Files per step: IndexedDB clones them on the main thread. */
const filesPerStep = 500

/** The journal of files that were chosen together, while this tab uploads them; a Web Lock keeps other tabs off. */
export class UploadJournal {
  readonly #id: string
  /** Indexes of the files whose outcome is not settled. */
  readonly #left: Set<number>
  #isLasting: boolean
  #settled: { done: number[]; dropped: number[] } | undefined
  /** The URI of the folder that was written last, once it is another one than that of the header. */
  #folder: string | undefined

  private constructor(id: string, left: Iterable<number>, isLasting: boolean, release: () => void) {
    ownJournals.set(id, release)
    this.#id = id
    this.#left = new Set(left)
    this.#isLasting = isLasting
  }

  /** Resolves once the list is written; to undefined when nobody is signed in, or not any more. */
  static async begin(
    { folder, folderId, policyId }: UploadTarget,
    files: readonly JournaledFile[],
  ): Promise<UploadJournal | undefined> {
    const { userId } = currentSession()
    if (userId === undefined || files.length === 0) return undefined
    const id = uuid()
    const signOuts = signOutCount()
    const release = await lockJournal(id)
    if (!release) return undefined
    // A sign-out meanwhile has deleted the journals that were there.
    if (signOutCount() !== signOuts) {
      release()
      return undefined
    }
    const steps: UploadJournalStep[] = []
    for (let at = 0; at < files.length; at += filesPerStep) {
      steps.push({ files: files.slice(at, at + filesPerStep) })
    }
    const header = { uploads: { folder, folderId, ...(policyId && { policy: policyId }) } }
    const journal = new UploadJournal(id, files.keys(), false, release)
    journal.#isLasting = (await createJournal(userId, id, header, steps)) === true
    return journal
  }

  /** Takes over the journal of a tab that is gone; undefined when another tab was quicker. */
  static async claim(id: string): Promise<UploadJournal | undefined> {
    const release = await lockJournal(id)
    return release && new UploadJournal(id, [], true, release)
  }

  /** After a claim: the files that are left, by their indexes. */
  setLeft(indexes: Iterable<number>): void {
    for (const index of indexes) this.#left.add(index)
  }

  entry(index: number): JournalEntryWriter {
    return new JournalEntryWriter(this, index)
  }

  /** Another folder is uploaded to from now on. Resolves once it is written. */
  async moveTo(folder: string, folderId: string): Promise<void> {
    if (this.#folder === folder) return
    this.#folder = folder
    await this.write({ folder, folderId })
  }

  /** Resolves once it is written. Where the journal does not survive a reload anyway, nothing waits for it. */
  async write(step: UploadJournalStep): Promise<void> {
    const writing = appendJournalStep(this.#id, step)
    if (this.#isLasting) this.#isLasting = (await writing) === true
  }

  /** To be called when nothing is left to be done for a file. The files of one moment are written together. */
  settle(index: number, state: 'done' | 'dropped'): void {
    if (!this.#left.delete(index)) return
    if (!this.#settled) {
      this.#settled = { done: [], dropped: [] }
      queueMicrotask(() => this.#flush())
    }
    this.#settled[state].push(index)
  }

  #flush(): void {
    const settled = this.#settled
    this.#settled = undefined
    // Also before the journal is deleted: where that fails, the next start has nothing to offer.
    if (settled) void this.write(settled)
    if (this.#left.size === 0) void this.end()
  }

  /** Deletes the journal. */
  async end(): Promise<void> {
    await deleteJournal(this.#id)
    this.release()
  }

  /** Leaves the journal as it is, for another tab or another time. */
  release(): void {
    ownJournals.get(this.#id)?.()
    ownJournals.delete(this.#id)
  }
}

/** Writes the steps of one file to the journal. */
export class JournalEntryWriter {
  readonly #journal: UploadJournal
  readonly #file: number

  constructor(journal: UploadJournal, file: number) {
    this.#journal = journal
    this.#file = file
  }

  opened(session: JournaledSession): Promise<void> {
    return this.#journal.write({ file: this.#file, session })
  }

  /** A part has arrived. `tag`: its ETag, '' where none is needed. */
  received(part: number, tag: string): Promise<void> {
    return this.#journal.write({ file: this.#file, part, tag })
  }

  /** It goes to another folder now, and so do the others of its list. */
  movedTo({ uri, id = '' }: TargetFolder): Promise<void> {
    return this.#journal.moveTo(uri, id)
  }

  /** Its session has ended at the service, and the file has not been uploaded. */
  closed(): Promise<void> {
    return this.#journal.write({ file: this.#file, session: null })
  }

  settle(state: 'done' | 'dropped'): void {
    this.#journal.settle(this.#file, state)
  }
}
