import { retryOnTransientError } from '#src/api/retry-requests.ts'
import { isNotFound, SessionEndedError } from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'
import { childUri, folderAndAncestors } from '#src/contract/uri.ts'
import {
  findItemAtUri,
  lookupPageOptions,
  maxQuestionLookupsInFlight,
  readFilePages,
} from '#src/jobs/verification/item-lookup.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'

const maxRetries = 2

/** `names`: what is in the folder, by name, as far as it was read. `isComplete`: everything about it is known. */
type FolderFacts = {
  readonly state: 'present' | 'missing' | 'unknown'
  readonly names: ReadonlyMap<string, File>
  readonly isComplete: boolean
}
const nothingKnown: FolderFacts = { state: 'unknown', names: new Map(), isComplete: false }

/** Whether folders exist and which names are taken in them, as far as the service says so before `stop` aborts. */
export class FolderAndNameLookup {
  readonly #facts = new Map<string, FolderFacts>()
  readonly #stop: AbortSignal

  constructor(stop: AbortSignal) {
    this.#stop = stop
  }

  of(folder: string): FolderFacts {
    return this.#facts.get(folder) ?? nothingKnown
  }

  /** Reads the names in these folders. Rejects only when the session ends. */
  async readAll(folders: readonly string[]): Promise<void> {
    await forEachConcurrently(folders, maxQuestionLookupsInFlight, (folder) => this.#read(folder))
  }

  /** Reads who has this name in the folder, which may be long. Rejects only when the session ends. */
  async readName(folder: string, name: string): Promise<void> {
    await this.#find(childUri(folder, name), (found) => {
      const names = new Map(found && [[name, found]])
      this.#facts.set(folder, { state: 'present', names, isComplete: true })
    })
  }

  /** What cannot be looked up stays unknown. Rejects only when the session ends. */
  async #find(uri: string, onAnswer: (found: File | undefined) => void): Promise<void> {
    const signal = this.#stop
    if (signal.aborted) return
    try {
      onAnswer(
        await retryOnTransientError(() => findItemAtUri(uri, signal), { maxRetries, signal }),
      )
    } catch (error) {
      if (error instanceof SessionEndedError) throw error
    }
  }

  async #read(folder: string): Promise<void> {
    const names = new Map<string, File>()
    const signal = this.#stop
    if (signal.aborted) return
    try {
      const pages = readFilePages(folder, lookupPageOptions, {
        send: (request) => retryOnTransientError(request, { maxRetries, signal }),
        signal,
      })
      for await (const { files, pagination } of pages) {
        for (const file of files) names.set(file.name, file)
        const isComplete = !pagination?.next_token
        this.#facts.set(folder, { state: 'present', names, isComplete })
        if (signal.aborted) return
      }
    } catch (error) {
      if (error instanceof SessionEndedError) throw error
      if (isNotFound(error)) this.#facts.set(folder, { state: 'missing', names, isComplete: true })
    }
  }

  /**
   * These missing folders and those above them up to the first that exists. One that could not be looked up in time is
   * among them: creating a folder that exists does no harm.
   */
  async missingAncestors(folders: readonly string[]): Promise<string[]> {
    const missing = new Set<string>()
    for (const folder of folders) {
      for (const each of folderAndAncestors(folder)) {
        if (missing.has(each)) break
        if (this.of(each).state === 'unknown')
          await this.#find(each, (found) => {
            const state = found ? 'present' : 'missing'
            this.#facts.set(each, { state, names: new Map(), isComplete: false })
          })
        if (this.of(each).state === 'present') break
        missing.add(each)
      }
    }
    return [...missing]
  }
}
