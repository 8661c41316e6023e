import * as api from '#src/api/files/files.ts'
import { retryLookup } from '#src/api/retry-requests.ts'
import { FileType } from '#src/contract/file.ts'
import { childUri, parentUri, rootUri } from '#src/contract/uri.ts'
import type { PlacementState } from '#src/jobs/placement/placement-state.ts'
import {
  createStagingFolder,
  findStagingFolders,
  locateFolders,
  removeEmptyFolder,
} from '#src/jobs/placement/staging-folders.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { findItemAt } from '#src/jobs/verification/item-lookup.ts'
import { lookupPageOptions, readFilePages } from '#src/jobs/verification/read-file-pages.ts'
import type { RestoreContext } from './restore-request.ts'

/*
 * The folder in which restored items are renamed before they are moved to their destinations: one for a restore, at the
 * root of the user's files. Items that would have equal names in it go to numbered folders inside.
 */

const uriOf = (stagingFolderName: string): string => childUri(rootUri('my'), stagingFolderName)

/** Whether an item at this URI lies in a folder in which this restore renames items, so that it is still to be moved. */
export async function isInStagingFolder(
  uri: string,
  { stagingFolderIds: ids }: Readonly<PlacementState>,
  signal: AbortSignal,
): Promise<boolean> {
  const folder = parentUri(uri)
  if (ids.size === 0 || folder === null) return false
  const found = await findItemAt(folder, signal)
  return found !== undefined && ids.has(found.id)
}

/** One folder, and the names that are or will be used in it. */
type Layer = { readonly id: string; readonly uri: string; readonly names: Set<string> }

const send = <T>(request: () => Promise<T>): Promise<T> => request()

export class StagingFolder {
  readonly #name: string
  readonly #context: RestoreContext
  #layers: Layer[] = []

  constructor(context: RestoreContext) {
    this.#context = context
    this.#name = context.input.stagingFolderName ?? ''
  }

  /** The items that an earlier attempt has left in it: URIs by id. */
  async findItems(signal: AbortSignal): Promise<Map<string, string>> {
    const ids = this.#context.state.stagingFolderIds
    const found = new Map<string, string>()
    this.#layers = []
    for (const { id, uri } of await locateFolders(ids, send, signal)) {
      const names = new Set<string>()
      for await (const { files } of readFilePages(uri, lookupPageOptions, send, signal)) {
        for (const file of files) {
          names.add(file.name)
          if (!ids.has(file.id)) found.set(file.id, childUri(uri, file.name))
        }
      }
      this.#layers.push({ id, uri, names })
    }
    return found
  }

  /** Looks where its folders are now; call before items are moved to it that are sent later than the first. */
  async locate(signal: AbortSignal): Promise<void> {
    const ids = this.#layers.map(({ id }) => id)
    const found = await locateFolders(ids, send, signal)
    const uris = new Map(found.map(({ id, uri }) => [id, uri]))
    this.#layers = this.#layers.flatMap((layer) => {
      const uri = uris.get(layer.id)
      return uri === undefined ? [] : [{ ...layer, uri }]
    })
  }

  /** The URI of a folder in which an item may have each of these names. Its id is journaled before anything is in it. */
  async folderFor(names: readonly string[]): Promise<string> {
    const free = this.#layers.find((layer) => !names.some((name) => layer.names.has(name)))
    const layer = free ?? (await this.#addLayer())
    for (const name of names) layer.names.add(name)
    return layer.uri
  }

  async #addLayer(): Promise<Layer> {
    const [first] = this.#layers
    for (let number = this.#layers.length + 1; ; number++) {
      const uri = first ? childUri(first.uri, `${this.#name} (${number})`) : uriOf(this.#name)
      const { id } = await createStagingFolder(uri)
      // Somebody has deleted one with a lower number.
      if (this.#layers.some((layer) => layer.id === id)) continue
      await this.#context.note({ stagingFolderId: id })
      const layer = { id, uri, names: new Set<string>() }
      this.#layers.push(layer)
      return layer
    }
  }
}

/** Deletes the folders in which a restore has renamed items, where they are empty. Returns those that it deleted. */
export async function removeStagingFolder(
  stagingFolderName: string,
  { stagingFolderIds }: Readonly<PlacementState>,
): Promise<JobItem[]> {
  const known = await findStagingFolders(stagingFolderIds, uriOf(stagingFolderName))
  const ids = new Set(known.map(({ id }) => id))
  const others: JobItem[] = []
  for (const { uri } of known) {
    const { files } = await retryLookup(() => api.listFiles(uri, lookupPageOptions))
    // The answer that has the id of a numbered folder may have been lost.
    for (const { id, name, type } of files) {
      const isNumbered = name.startsWith(`${stagingFolderName} (`)
      if (type === FileType.folder && isNumbered && !ids.has(id))
        others.push({ id, name, uri: childUri(uri, name) })
    }
  }
  const removed: JobItem[] = []
  // Those inside come after the one that they are in.
  for (const folder of [...known, ...others].toReversed())
    if (await removeEmptyFolder(folder.uri)) removed.push(folder)
  return removed
}
