import { showToast } from '#src/jobs/messages/toasts.ts'
import { ThrottledCall } from '#src/lib/concurrency/throttled-call.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import {
  canStreamToDisk,
  discardEmptyFile,
  chooseSaveFile,
  saveStream,
} from '#src/platform/files/save-stream.ts'
import { setUnloadGuard } from '#src/platform/unload-guard.ts'
import { ContentReader, sendUntilAnswered } from './content-reader.ts'
import { readFoldersForZip, type ArchiveTree } from './read-tree.ts'
import { createZipStream, itemsToFetch } from './write-zip.ts'
import { startZipDownload, type ZipDownloadControl } from './zip-downloads.ts'

/** Bytes that an archive may have where it is put together in memory. */
const mostInMemory = 512 * 1024 * 1024
/** Files that are opened before they are needed. */
const filesAhead = 4
/** How often the progress is shown, in ms. */
const progressIntervalMs = 100

export type ZipRequest = {
  readonly rows: readonly FileRow[]
  readonly name: string
  /** How many downloads are left behind a link with a limit. Each file that is not empty takes one. */
  readonly left: number | undefined
}

/** `oneByOne`: the user wants these files without an archive. */
type ZipOutcome = 'saved' | 'cancelled' | { readonly oneByOne: readonly FileRow[] }

type Place = FileSystemFileHandle | undefined

/**
 * Puts the items together in an archive of their own and saves it: to disk while it comes where the browser can, else
 * from memory. Asks first where downloads are limited, and where it cannot be done as it is. Reports its progress, and
 * its result unless it rejects: with why nothing was saved, or an `AbortError` when it was stopped.
 */
export async function saveItemsAsZip(request: ZipRequest): Promise<ZipOutcome> {
  // Behind a link with a limit the place is chosen once the cost is known. Elsewhere it is chosen at once: browsers ask
  // for it only for a few seconds after a press, and reading the folders may take longer.
  const saveFile = request.left === undefined ? await chooseSaveFile(request.name) : 'unavailable'
  if (saveFile === 'cancelled') return 'cancelled'
  const zip = startZipDownload(request.name)
  setUnloadGuard(zip, true)
  let place: Place = saveFile === 'unavailable' ? undefined : saveFile
  try {
    const tree = await countFiles(request.rows, zip)
    const answer = place ? 'all' : await ask(request, tree, zip)
    if (answer === 'cancel') return 'cancelled'
    if (answer === 'oneByOne') {
      return { oneByOne: tree.items.flatMap(({ row }) => (row.isFolder ? [] : [row])) }
    }
    if (!place && canStreamToDisk()) {
      const now = await chooseSaveFile(request.name)
      if (now === 'cancelled') return 'cancelled'
      place = now === 'unavailable' ? undefined : now
    }
    await save(request, tree, place, zip)
    return 'saved'
  } catch (error) {
    if (place) await discardEmptyFile(place)
    throw error
  } finally {
    setUnloadGuard(zip, false)
    zip.end()
  }
}

async function countFiles(rows: readonly FileRow[], zip: ZipDownloadControl): Promise<ArchiveTree> {
  let total = 0
  let totalBytes = 0
  const progress = new ThrottledCall(progressIntervalMs, () => zip.update({ total, totalBytes }))
  const onPause = (isPaused: boolean) => zip.update({ state: isPaused ? 'paused' : 'counting' })
  const send = <T>(lookUp: () => Promise<T>) =>
    sendUntilAnswered(lookUp, { signal: zip.signal, onPause })
  const onFile = ({ size }: FileRow) => {
    total++
    totalBytes += size
    progress.request()
  }
  const tree = await readFoldersForZip(rows, send, onFile, zip.signal)
  progress.cancel()
  zip.update({ total, totalBytes })
  return tree
}

async function ask({ name, left }: ZipRequest, { items }: ArchiveTree, zip: ZipDownloadControl) {
  const files = items.filter(({ row }) => !row.isFolder)
  const size = files.reduce((sum, { row }) => sum + row.size, 0)
  const most = !canStreamToDisk() && size > mostInMemory ? mostInMemory : undefined
  // Without a place on disk that has been chosen, another press is needed to choose one.
  if (left === undefined && most === undefined && !canStreamToDisk()) return 'all'
  // Files that are fetched one by one include empty ones.
  const cost = most === undefined ? itemsToFetch(items, true).length : files.length
  return zip.ask({ name, files: files.length, size, left, cost, most })
}

async function save(
  { name, left }: ZipRequest,
  tree: ArchiveTree,
  place: Place,
  zip: ZipDownloadControl,
): Promise<void> {
  const { signal } = zip
  const isLimited = left !== undefined
  let done = 0
  let doneBytes = 0
  const progress = new ThrottledCall(progressIntervalMs, () => zip.update({ done, doneBytes }))
  const toFetch = itemsToFetch(tree.items, isLimited)
  const reader = new ContentReader(
    toFetch.map(({ row }) => row),
    {
      signal,
      isLimited,
      onPause: (isPaused) => zip.update({ state: isPaused ? 'paused' : 'running' }),
    },
  )
  const missing = [...tree.missing]
  zip.update({ state: 'running' })
  const stream = await createZipStream(tree, missing, {
    toFetch,
    signal,
    open: (index) => reader.open(index),
    ahead: isLimited ? 1 : filesAhead,
    most: left ?? Infinity,
    onFile: () => {
      done++
      progress.request()
    },
    onBytes: (count) => {
      doneBytes += count
      progress.request()
    },
  })
  try {
    await saveStream(stream, place, name, signal)
  } finally {
    progress.cancel()
  }
  if (missing.length > 0) showToast({ kind: 'zipPart', name, missing })
  else {
    const count = tree.items.filter(({ row }) => !row.isFolder).length
    showToast({ kind: 'done', key: 'zipSaved', values: { name, count } })
  }
}
