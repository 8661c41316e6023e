import type { File } from '#src/contract/file.ts'
import { lookupPageOptions, readFilePages } from '#src/jobs/verification/read-file-pages.ts'

/** The names that are taken in one folder, and those that are about to be. */
export class TargetNames {
  readonly #byName = new Map<string, File>()
  readonly #nameOf = new Map<string, string>()
  readonly #claimed = new Set<string>()

  /** Reads all names of a folder. Throws 40016 when there is no such folder. */
  static async read(folder: string, signal: AbortSignal): Promise<TargetNames> {
    const names = new TargetNames()
    const pages = readFilePages(folder, lookupPageOptions, (request) => request(), signal)
    for await (const { files } of pages) {
      for (const file of files) {
        names.#byName.set(file.name, file)
        names.#nameOf.set(file.id, file.name)
      }
    }
    return names
  }

  fileNamed(name: string): File | undefined {
    return this.#byName.get(name)
  }
  /** The name that an item has in the folder; undefined when it is not there. */
  nameOf(id: string): string | undefined {
    return this.#nameOf.get(id)
  }
  /** Takes a name for an item that is on its way. Returns false when it is taken. */
  claim(name: string): boolean {
    if (this.#byName.has(name) || this.#claimed.has(name)) return false
    this.#claimed.add(name)
    return true
  }
  /** The first of these names that is free. */
  claimFirst(candidates: Iterable<string>): string | undefined {
    for (const name of candidates) if (this.claim(name)) return name
    return undefined
  }
}
