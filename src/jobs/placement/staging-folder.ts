import * as api from '#src/api/files/files.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, isNotFound } from '#src/contract/errors.ts'
import { FileType } from '#src/contract/file.ts'
import { childUri, isOwnUri, isRootUri, rootUri } from '#src/contract/uri.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import {
  findItemAtUri,
  findItemById,
  lookupPageOptions,
  readFolderRows,
} from '#src/jobs/verification/item-lookup.ts'
import { type PlacementItem, targetFolderUriOf } from './placement-request.ts'
import type { PlacementContext } from './placement-state.ts'

/*
 * The folder in which items get other names on their way: one for a job, at the root of the user's files for a restore,
 * in the target folder for copies. Items that would have equal names in it go to numbered folders inside. All are known
 * by their ids: somebody may rename or move one meanwhile, or create another in its place.
 */

/** What it needs of a job, which may have ended. */
type Job = Pick<PlacementContext, 'input' | 'state'>

/** One folder, and the names that are or will be used in it. */
type Layer = { readonly id: string; readonly uri: string; readonly names: Set<string> }

/** Where it is created; undefined before it has a name. */
function plannedUri({ input, state }: Job): string | undefined {
  const [first] = input.items
  const parent = (state.isCopy && first && targetFolderUriOf(first)) || rootUri('my')
  return state.stagingFolderName && childUri(parent, state.stagingFolderName)
}

/** The folder as it was created. Of several ids it has one, and the others those of folders inside. */
export function plannedStagingFolders(job: Job): JobItem[] {
  const { stagingFolderName: name = '', stagingFolderIds: ids } = job.state
  const uri = plannedUri(job)
  return uri === undefined ? [] : [...ids].map((id) => ({ id, name, uri }))
}

/**
 * Where the folders are now that the job has noted. Those that are gone are left out, and those in the trash: what is
 * there is shown there.
 */
async function locate(job: Job, find: typeof findItemById): Promise<JobItem[]> {
  const found: JobItem[] = []
  for (const id of job.state.stagingFolderIds) {
    const file = await find(id)
    if (file?.path !== undefined && isOwnUri(file.path))
      found.push({ id, name: file.name, uri: file.path })
  }
  return found
}

const possibleNamesOf = ({ id, name }: PlacementItem, { renames, newNames }: Job['state']) =>
  new Set([name, ...(renames.get(id) ?? []).map(({ to }) => to), newNames.get(id) ?? name])

type FolderAt = { readonly id: string; readonly uri: string }

/** Whether this very folder is at the URI, with nothing in it: one answer says both. */
async function isEmptyFolder({ id, uri }: FolderAt): Promise<boolean> {
  const list = await api.listFiles(uri, { size: 50 })
  return list.parent?.id === id && list.files.length === 0 && !list.pagination?.next_token
}

/**
 * Deletes a folder permanently when it is still at its URI and empty, since in the trash it would be one more item that
 * nobody has deleted. Returns whether it did. What is put in it, or in its place, between the two requests goes with it.
 */
export function deleteFolderIfEmpty(folder: FolderAt): Promise<boolean> {
  let isSent = false
  return lookUpWithRetry(async () => {
    try {
      if (!(await isEmptyFolder(folder))) return false
    } catch (error) {
      // The answer that said so was lost.
      if (isSent && isNotFound(error)) return true
      throw error
    }
    isSent = true
    await api.deleteFiles([folder.uri], true)
    return true
  })
}

export class StagingFolders {
  readonly #context: PlacementContext
  readonly #newName: () => string
  #layers: Layer[] = []

  constructor(context: PlacementContext, newName: () => string) {
    this.#context = context
    this.#newName = newName
  }

  /** Looks where its folders are and what is in them. Returns the URIs of those of the items that are there, by id. */
  async find(items: readonly PlacementItem[], signal: AbortSignal): Promise<Map<string, string>> {
    const { input, state } = this.#context
    const found = new Map<string, string>()
    this.#layers = []
    const folders = await locate(this.#context, (id) => findItemById(id, signal))
    for (const { id, uri } of folders) {
      const namesById = new Map(
        (await readFolderRows(uri, { signal })).map((row) => [row.id, row.name]),
      )
      const names = new Set(namesById.values())
      for (const [other, name] of namesById)
        if (state.stagingFolderIds.has(other) && !folders.some((each) => each.id === other))
          folders.push({ id: other, name, uri: childUri(uri, name) })
      for (const item of items) {
        const name = state.isCopy ? this.#nameOfCopy(item, id, names) : namesById.get(item.id)
        if (name !== undefined) found.set(item.id, childUri(uri, name))
      }
      for (const item of input.items)
        if (state.stagedIn.get(item.id) === id)
          for (const name of possibleNamesOf(item, state)) names.add(name)
      this.#layers.push({ id, uri, names })
    }
    return found
  }

  /** A copy has an id of its own: it is known by the folder that it was sent to and by its name there. */
  #nameOfCopy(
    item: PlacementItem,
    folderId: string,
    names: ReadonlySet<string>,
  ): string | undefined {
    const { state } = this.#context
    if (state.stagedIn.get(item.id) !== folderId) return undefined
    return [...possibleNamesOf(item, state)].findLast((name) => names.has(name))
  }

  /** A folder in which an item may have each of these names. Its id is journaled before anything is in it. */
  async folderFor(names: readonly string[]): Promise<Layer> {
    const free = this.#layers.find((layer) => !names.some((name) => layer.names.has(name)))
    const layer = free ?? (await this.#addLayer())
    for (const name of names) layer.names.add(name)
    return layer
  }

  async #addLayer(): Promise<Layer> {
    const [first] = this.#layers
    const { state, note } = this.#context
    if (state.stagingFolderName === undefined) await note({ stagingFolderName: this.#newName() })
    const planned = plannedUri(this.#context) ?? ''
    for (let number = this.#layers.length + 1; ; number++) {
      const uri = first ? childUri(first.uri, `${state.stagingFolderName} (${number})`) : planned
      const id = await this.#create(uri)
      // Somebody has deleted one with a lower number.
      if (this.#layers.some((layer) => layer.id === id)) continue
      await note({ stagingFolderId: id })
      const layer = { id, uri, names: new Set<string>() }
      this.#layers.push(layer)
      return layer
    }
  }

  /** Returns the id of the folder at the URI, which is created where there is none. */
  async #create(uri: string): Promise<string> {
    try {
      return (await api.createEmptyItem(uri, 'folder')).id
    } catch (error) {
      if (!hasErrorCode(error, ErrorCode.nameTaken)) throw error
      // An attempt without an answer has created it. One with something in it is somebody else's: nothing is sent to
      // the job's own before its id is journaled.
      const made = await findItemAtUri(uri)
      const isOurs = made && this.#context.state.stagingFolderIds.has(made.id)
      if (!made || (!isOurs && !(await isEmptyFolder({ id: made.id, uri })))) throw error
      return made.id
    }
  }
}

/** Whether an item at this URI lies in a staging folder of the job, so that it is still to be moved. */
export async function isStagingFolder(
  folder: string,
  { stagingFolderIds: ids }: Job['state'],
  signal: AbortSignal,
): Promise<boolean> {
  // The service refuses to tell of the root, where no item is stuck.
  if (ids.size === 0 || isRootUri(folder)) return false
  return ids.has((await findItemAtUri(folder, signal))?.id ?? '')
}

type DeletedFolder = JobItem & { readonly isGone: boolean }

/**
 * Deletes the staging folders of a job that has ended where they are empty, and copies that are left in them. Returns
 * where the folders were, and whether they are gone.
 */
export async function deleteStagingFolders(job: Job): Promise<DeletedFolder[]> {
  try {
    return await deleteFoundStagingFolders(job)
  } catch (error) {
    if (!hasErrorCode(error, ErrorCode.pathNotFound)) throw error
    // A folder above them has got another name since they were found.
    return deleteFoundStagingFolders(job)
  }
}

async function deleteFoundStagingFolders(job: Job): Promise<DeletedFolder[]> {
  const { input, state } = job
  const planned = plannedUri(job)
  if (planned === undefined) return []
  const folders = await locate(job, (id) => lookUpWithRetry(() => findItemById(id)))
  if (folders.length === 0) {
    // The answer that has its id may have been lost.
    const made = await lookUpWithRetry(() => findItemAtUri(planned))
    if (made?.type === FileType.folder) folders.push({ id: made.id, name: made.name, uri: planned })
  }
  const copies = new Set(
    state.isCopy ? input.items.flatMap((item) => [...possibleNamesOf(item, state)]) : [],
  )
  for (const { id: folderId, uri } of folders) {
    const { files, parent } = await lookUpWithRetry(() => api.listFiles(uri, lookupPageOptions))
    // Another one has its place by now.
    if (parent?.id !== folderId) continue
    const left: string[] = []
    for (const { id, name, type } of files) {
      const isNumbered = name.startsWith(`${state.stagingFolderName} (`)
      const isKnown = folders.some((folder) => folder.id === id)
      if (type === FileType.folder && (isNumbered || state.stagingFolderIds.has(id))) {
        if (!isKnown) folders.push({ id, name, uri: childUri(uri, name) })
      } else if (copies.has(name) && state.stagingFolderIds.has(folderId))
        left.push(childUri(uri, name))
    }
    if (left.length > 0) await api.deleteFiles(left, true)
  }
  const removed: DeletedFolder[] = []
  // Those inside come after the one that they are in.
  for (const folder of folders.toReversed())
    removed.push({ ...folder, isGone: await deleteFolderIfEmpty(folder) })
  return removed
}
