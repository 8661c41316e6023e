import type { QueryClient } from '@tanstack/react-query'
import * as filesApi from '#src/api/files.ts'
import { SessionEndedError } from '#src/api/tokens.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { FileType, type StoragePolicy } from '#src/contract/file.ts'
import { childUri, parentUri, parseUri } from '#src/contract/uri.ts'
import { nameProblem } from '#src/lib/file-name.ts'
import { freeNames } from '#src/lib/free-name.ts'
import type { PickedFile, PickedFiles } from '#src/lib/picked-files.ts'
import { LockCancelledError } from '#src/stores/lock-sessions.ts'
import { showToast } from '#src/stores/toasts.ts'
import {
  changeUpload,
  type ClashAnswer,
  dropQuestion,
  putQuestion,
  type UploadFailure,
  type UploadQuestion,
} from '#src/stores/uploads.ts'
import { about, folderLists, itemAt, putInto } from './file-lists.ts'
import { toFileRow } from './files.ts'
import { type Drop, gated, type Job, patiently } from './upload-job.ts'
import { users } from './users.ts'

/*
 * Files that were given together: what their folder has already, what forbids them, and the folders that they came in.
 */

export const ask = (
  question: Omit<Extract<UploadQuestion, { kind: 'clash' }>, 'answer' | 'kind'>,
): Promise<ClashAnswer> =>
  new Promise((resolve) => {
    const asked: UploadQuestion = {
      ...question,
      kind: 'clash',
      answer: (answer) => {
        dropQuestion(asked)
        resolve(answer)
      },
    }
    putQuestion(asked)
  })

/** Names in a folder: from the list on screen when it is whole, else from the service. */
async function readNames(client: QueryClient, uri: string): Promise<Map<string, boolean>> {
  const names = new Map<string, boolean>()
  const listed = folderLists(client).find((one) => one.uri === uri)?.listing
  if (listed?.walk.at === 'complete') {
    for (const slot of listed.order) {
      const row = listed.at(slot)
      if (row) names.set(row.name, row.isFolder)
    }
    return names
  }
  let page: filesApi.FilePage | undefined = {}
  while (page) {
    const list = await filesApi.listFiles(uri, page)
    for (const file of list.files) names.set(file.name, file.type === FileType.folder)
    const cursor: string | undefined = list.pagination?.next_token
    page = cursor ? { cursor, size: list.props?.max_page_size } : undefined
  }
  return names
}

/** Names in every folder of a drop that is there before it. What cannot be read is found out when it is sent. */
export async function readTaken(
  drop: Drop,
  folder: string,
  paths: PickedFiles['folders'],
): Promise<void> {
  const { client, taken } = drop
  const read = async (uri: string) => {
    const names = await readNames(client, uri).catch(() => undefined)
    if (names) taken.set(uri, names)
  }
  await read(folder)
  for (const path of paths) {
    if (path.some(isNoName)) continue
    const above = path.slice(0, -1).reduce(childUri, folder)
    const name = path.at(-1) ?? ''
    if (taken.get(above)?.get(name)) await read(childUri(above, name))
  }
}

const isNoName = (name: string): boolean => nameProblem(name, () => false) !== null

const endsWith = (name: string, suffixes: readonly string[]): boolean =>
  suffixes.some((suffix) => name.toLowerCase().endsWith(`.${suffix.toLowerCase()}`))

/** What forbids this file here before anything is sent. */
export function refusalOf(
  { file, path, size }: PickedFile,
  storage: StoragePolicy | null,
): UploadFailure | undefined {
  for (const name of [...path, file.name]) {
    const problem = nameProblem(name, () => false)
    if (problem) return { kind: 'name', problem }
  }
  const { max_size: most = 0, allowed_suffix: allowed, denied_suffix: denied } = storage ?? {}
  if (most > 0 && size > most) return { kind: 'large', most }
  if (allowed && allowed.length > 0 && !endsWith(file.name, allowed)) return { kind: 'type' }
  if (denied && endsWith(file.name, denied)) return { kind: 'type' }
  return undefined
}

export async function isRoomFor(
  client: QueryClient,
  folder: string,
  needed: number,
): Promise<boolean> {
  // Somebody else's space is not ours to count.
  if (parseUri(folder).host !== 'my') return true
  const capacity = await client
    .fetchQuery({ ...users.capacity(), staleTime: 0, retry: false })
    .catch(() => undefined)
  const free = capacity && capacity.total > 0 ? capacity.total - capacity.used : Infinity
  if (needed <= free) return true
  putQuestion({ kind: 'room', needed, free: Math.max(free, 0) })
  return false
}

const isIn = (path: readonly string[], above: readonly string[]): boolean =>
  above.every((name, at) => path[at] === name)

/** Makes the folders of a drop, the empty ones too. What stops one of them is said once. */
export async function makeFolders(drop: Drop, folder: string, { folders, files }: PickedFiles) {
  /** What was not made, nor can anything be in it. */
  const missing: (readonly string[])[] = []
  let isToasted = false
  for (const path of folders) {
    if (missing.some((above) => isIn(path, above))) continue
    try {
      if (path.some(isNoName)) throw new ApiError({ code: Code.illegalName })
      await ensureFolder(drop, path.reduce(childUri, folder))
    } catch (error) {
      if (error instanceof SessionEndedError || error instanceof LockCancelledError) return
      // With files in it each of them says so.
      if (!isToasted && !files.some((file) => isIn(file.path, path))) {
        showToast({ kind: 'failed', error: error as Error })
        isToasted = true
      }
      missing.push(path)
    }
  }
}

/** Resolves once the folder and those above it are there. */
export function ensureFolder(drop: Drop, uri: string): Promise<void> {
  const known = drop.folders.get(uri)
  if (known) return known
  const above = parentUri(uri)
  const name = parseUri(uri).segments.at(-1) ?? ''
  const make = async () => {
    if (above === null) return
    await ensureFolder(drop, above)
    if (drop.taken.get(above)?.get(name)) return
    try {
      const made = await patiently(undefined, () =>
        gated(about('create', [{ name }]), () => filesApi.createFile(uri, 'folder')),
      )
      putInto(drop.client, above, [toFileRow(made)])
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === Code.nameTaken
      if (!isTaken || (await itemAt(uri))?.type !== FileType.folder) throw error
    }
  }
  const making = make()
  drop.folders.set(uri, making)
  // Another file of it tries again.
  making.catch(() => drop.folders.delete(uri))
  return making
}

/** What was answered about a name that is known to be taken. A folder cannot be replaced by a file. */
export function comply(job: Job, answer: ClashAnswer | undefined): void {
  const isFolder = job.drop.taken.get(job.folder)?.get(job.name)
  if (answer === 'replace' && isFolder === false) job.isVersion = true
  else if (isFolder !== undefined) giveFreeName(job)
}

export function giveFreeName(job: Job): void {
  const taken = job.drop.taken.get(job.folder)
  job.isVersion = false
  job.names ??= freeNames(job.name)
  do job.name = job.names.next().value as string
  while (taken?.has(job.name))
  taken?.set(job.name, false)
  changeUpload(job.id, { name: job.name })
}
