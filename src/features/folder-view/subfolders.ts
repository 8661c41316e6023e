import { queryOptions } from '@tanstack/react-query'
import { listFiles } from '#src/api/files/files.ts'
import { type File, FileType, MetadataKey } from '#src/contract/file.ts'
import { childUri, InvalidUriError } from '#src/contract/uri.ts'
import { createTaskStarter } from '#src/lib/concurrency/task-starter.ts'
import { keys } from '#src/lists/keys.ts'
import { readOwnView, views } from './views.ts'

/*
 * The folders in a folder and whether they have views of their own, for choosing among thousands of folders. Files are
 * left out.
 */

export type Subfolder = { readonly id: string; readonly uri: string; readonly name: string }

/** Rows of one answer: folders come first, so a folder of many files ends with the first page that has one. */
const pageSize = 200
const maxInFlight = 4

/** Requests of all these queries that wait for their turn: no query knows of the others. */
const waiting: (() => Promise<void>)[] = []
const startWaiting = createTaskStarter(maxInFlight, () => waiting.pop())

/** Runs `read` when fewer than four others run. The newest goes first, since the user looks at what was asked for last. */
const inTurn = <T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    waiting.push(async () => {
      if (signal.aborted) reject(signal.reason as Error)
      else await read().then(resolve, reject)
    })
    startWaiting()
  })

export const subfolders = {
  /** Kept until it is removed: a tree of them has no observer for each. */
  list: (uri: string) =>
    queryOptions({
      queryKey: keys.files.subfolders(uri),
      queryFn: ({ signal }) => inTurn(signal, () => readSubfolders(uri, signal)),
      staleTime: Infinity,
      gcTime: Infinity,
      meta: { isInline: true },
    }),
  ownView: (uri: string) =>
    queryOptions({
      ...views.own(uri),
      queryFn: ({ signal }) => inTurn(signal, () => readOwnView(uri, signal)),
      staleTime: 30_000,
      refetchOnWindowFocus: false,
    }),
}

/** Those without a URI whose name cannot be part of one are left out. */
async function readSubfolders(uri: string, signal: AbortSignal): Promise<Subfolder[]> {
  const found = new Map<string, Subfolder>()
  const cursors = new Set<string>()
  for (let cursor: string | undefined; ;) {
    const page = { size: pageSize, order: 'name', direction: 'asc', cursor } as const
    const { files, pagination } = await listFiles(uri, page, signal)
    for (const file of files) {
      // What leads to a folder of somebody else has no view, and takes nothing in.
      const isOwn = file.type === FileType.folder && !file.metadata[MetadataKey.sharedRedirect]
      const address = isOwn ? addressOf(file, uri) : null
      if (address !== null) found.set(file.id, { id: file.id, uri: address, name: file.name })
    }
    const hasFile = files.some(({ type }) => type !== FileType.folder)
    cursor = pagination?.next_token || undefined
    if (cursor === undefined || hasFile || cursors.has(cursor)) return [...found.values()]
    cursors.add(cursor)
  }
}

function addressOf({ path, name }: File, folder: string): string | null {
  if (path) return path
  try {
    return childUri(folder, name)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}
