import * as api from '#src/api/files.ts'
import { retryLookup } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { type File, FileType } from '#src/contract/file.ts'
import { childUri, nameOfUri, parentUri, rootUri } from '#src/contract/uri.ts'
import { findItemAt } from '#src/operations/item-lookup.ts'

/*
 * The folder in which restored items are renamed before they are moved to their destinations: one for a restore, at the
 * root of the user's files. Items that would have equal names in it go to numbered folders inside.
 */

const rootOf = (name: string): string => childUri(rootUri('my'), name)

const isStagingName = (name: string, stagingFolderName: string): boolean =>
  name === stagingFolderName || (name.startsWith(`${stagingFolderName} (`) && name.endsWith(')'))

/** Whether an item at this URI lies in a staging folder of this name, so that it is still to be moved. */
export function isInStagingFolder(uri: string, stagingFolderName: string): boolean {
  const folder = parentUri(uri)
  return folder !== null && isStagingName(nameOfUri(folder), stagingFolderName)
}

/** One folder of a staging folder, and the names that are or will be used in it. */
type Layer = { readonly uri: string; readonly names: Set<string>; isThere: boolean }

export class StagingFolder {
  readonly #name: string
  readonly #layers: Layer[] = []

  constructor(name: string) {
    this.#name = name
  }

  /** The items that an earlier attempt has left in it: URIs by id. */
  async findItems(signal: AbortSignal): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    const root = rootOf(this.#name)
    if (!(await findItemAt(root, signal))) return found
    const folders = [root]
    for (const folder of folders) {
      const layer = this.#layer(folders.indexOf(folder))
      layer.isThere = true
      const page = { size: 2_000, order: 'name', direction: 'asc' }
      for (const { id, name, type } of (await api.listFiles(folder, page, signal)).files) {
        layer.names.add(name)
        if (type === FileType.folder && isStagingName(name, this.#name))
          folders.push(childUri(root, name))
        else found.set(id, childUri(folder, name))
      }
    }
    return found
  }

  #layer(index: number): Layer {
    const root = rootOf(this.#name)
    return (this.#layers[index] ??= {
      uri: index === 0 ? root : childUri(root, `${this.#name} (${index + 1})`),
      names: new Set(),
      isThere: false,
    })
  }

  /** The URI of a folder in which an item may have each of these names. */
  async folderFor(names: readonly string[]): Promise<string> {
    for (let index = 0; ; index++) {
      const layer = this.#layer(index)
      if (names.some((name) => layer.names.has(name))) continue
      for (const name of names) layer.names.add(name)
      for (const each of [this.#layer(0), layer]) await create(each)
      return layer.uri
    }
  }
}

async function create(layer: Layer): Promise<void> {
  if (layer.isThere) return
  try {
    await api.createFile(layer.uri, 'folder')
  } catch (error) {
    if (!hasErrorCode(error, ErrorCode.nameTaken)) throw error
  }
  layer.isThere = true
}

/**
 * Deletes the staging folder of this name, and the folders in it, where they are empty. Returns it if it was deleted.
 */
export async function removeStagingFolder(stagingFolderName: string): Promise<File | undefined> {
  const root = rootOf(stagingFolderName)
  const folder = await retryLookup(() => findItemAt(root))
  if (!folder) return undefined
  const page = { size: 2_000, order: 'name', direction: 'asc' }
  const { files } = await retryLookup(() => api.listFiles(root, page))
  for (const { name, type } of files) {
    if (type === FileType.folder && isStagingName(name, stagingFolderName))
      await removeEmptyFolder(childUri(root, name))
  }
  return (await removeEmptyFolder(root)) ? folder : undefined
}

/** Deletes a folder permanently when it is empty. Returns whether it did. */
export async function removeEmptyFolder(folder: string): Promise<boolean> {
  const { files, pagination } = await retryLookup(() => api.listFiles(folder, { size: 50 }))
  if (files.length > 0 || pagination?.next_token) return false
  await api.deleteFiles([folder], true)
  return true
}
