import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'
import { dismissToast, showToast } from '#src/jobs/messages/toasts.ts'
import { askQuestion, defineQuestionKind } from '#src/jobs/questions/questions.ts'
import { uniqueNumber } from '#src/lib/numbers/unique-number.ts'

/*
 * Archives that are put together in the browser, because the service does not make them for this user: those under way,
 * and what has to be asked before one begins.
 */

export type ZipDownload = {
  readonly id: number
  /** Name of the archive. */
  readonly name: string
  /** `asking`: the question is up. `paused`: no answer from the service, or no network. */
  readonly state: 'counting' | 'asking' | 'running' | 'paused' | 'stopping'
  /** Files that are in it. */
  readonly done: number
  /** Files to put in; as many as have been found while they are counted. */
  readonly total: number
  /** Bytes. */
  readonly doneBytes: number
  readonly totalBytes: number
}

/** What to know, and to decide, before an archive is made. */
export type ZipQuestionContent = {
  readonly name: string
  readonly files: number
  /** Bytes. */
  readonly size: number
  /** How many downloads of the link are left; undefined without a limit. Each file that is not empty takes one. */
  readonly left: number | undefined
  readonly cost: number
  /** Bytes that this browser can put together in memory, when it cannot write to disk and that is less than needed. */
  readonly most: number | undefined
}

/** `some`: only as many files as there are downloads left. `oneByOne`: without an archive. */
export type ZipAnswer = 'all' | 'some' | 'oneByOne' | 'cancel'

export const zipQuestion = defineQuestionKind<ZipQuestionContent, ZipAnswer>('zip', 'cancel')

const useStore = create<{ downloads: readonly ZipDownload[] }>()(() => ({ downloads: [] }))
const stops = new Map<number, AbortController>()

export const useZipDownload = (id: number): ZipDownload | undefined =>
  useStore(({ downloads }) => downloads.find((each) => each.id === id))

/** An archive under way. */
export type ZipDownloadControl = {
  /** Aborts on Stop and when the user signs out. */
  readonly signal: AbortSignal
  update(part: Partial<Omit<ZipDownload, 'id' | 'name'>>): void
  /** Resolves with the user's answer; `cancel` when the user signs out. */
  ask(facts: ZipQuestionContent): Promise<ZipAnswer>
  /** Removes it and its message. */
  end(): void
}

/** Begins an archive called `name`, and shows its progress. */
export function startZipDownload(name: string): ZipDownloadControl {
  const id = uniqueNumber()
  const stop = new AbortController()
  stops.set(id, stop)
  const first: ZipDownload = {
    id,
    name,
    state: 'counting',
    done: 0,
    total: 0,
    doneBytes: 0,
    totalBytes: 0,
  }
  useStore.setState(({ downloads }) => ({ downloads: [...downloads, first] }))
  const toast = showToast({ kind: 'zip', zipId: id })
  return {
    signal: stop.signal,
    update: (part) => updateZip(id, part),
    ask: (facts) => {
      updateZip(id, { state: 'asking' })
      return askQuestion(zipQuestion, facts)
    },
    end: () => {
      stops.delete(id)
      dismissToast(toast)
      useStore.setState(({ downloads }) => ({
        downloads: downloads.filter((one) => one.id !== id),
      }))
    },
  }
}

const updateZip = (id: number, part: Partial<ZipDownload>): void =>
  useStore.setState(({ downloads }) => ({
    downloads: downloads.map((one) =>
      // Progress that is still on its way when it is stopped does not start it again.
      one.id === id ? { ...one, ...part, ...(isStopped(id) && { state: 'stopping' }) } : one,
    ),
  }))

const isStopped = (id: number): boolean => stops.get(id)?.signal.aborted ?? false

/** Stops an archive; nothing of it is kept. */
export function stopZipDownload(id: number): void {
  stops.get(id)?.abort(new DOMException('stopped', 'AbortError'))
  updateZip(id, {})
}

onSignOut(() => {
  for (const id of stops.keys()) stopZipDownload(id)
})
