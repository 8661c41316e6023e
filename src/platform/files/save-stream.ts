import { saveBlob } from './download.ts'

/** TypeScript has no type for it, since not all browsers have it. */
type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
type RemovableHandle = FileSystemFileHandle & { remove?: () => Promise<void> }

const savePicker = (): SavePicker | undefined =>
  (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker?.bind(window)

/** Whether this browser can write a file to disk while it comes; otherwise it is put together in memory. */
export const canStreamToDisk = (): boolean => savePicker() !== undefined

/**
 * Asks where to save a file. `cancelled`: by the user. `unavailable`: the browser does not ask now, since the last press
 * was too long ago, or at all.
 */
export async function chooseSaveFile(
  suggestedName: string,
): Promise<FileSystemFileHandle | 'cancelled' | 'unavailable'> {
  try {
    return (await savePicker()?.({ suggestedName })) ?? 'unavailable'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
      ? 'cancelled'
      : 'unavailable'
  }
}

/** Bytes that are handed over at once to the browser, which need not keep them in the memory of the page. */
const blobBytes = 8 * 1024 * 1024

/**
 * Writes `stream` to the chosen place, or else has the browser save it as `name` once all of it has come. When the stream
 * fails or `signal` aborts nothing of it is kept; rejects with the reason.
 */
export async function saveStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  place: FileSystemFileHandle | undefined,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  if (place) return stream.pipeTo(await place.createWritable(), { signal })
  const parts: Blob[] = []
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const keep = () => {
    parts.push(new Blob(waiting))
    waiting = []
    bytes = 0
  }
  const collector = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      waiting.push(chunk)
      bytes += chunk.length
      if (bytes > blobBytes) keep()
    },
  })
  await stream.pipeTo(collector, { signal })
  keep()
  saveBlob(new Blob(parts, { type: 'application/zip' }), name)
}

/** Choosing a place makes an empty file there. A file that was there before and has contents is not touched. */
export async function discardEmptyFile(place: RemovableHandle): Promise<void> {
  try {
    if ((await place.getFile()).size === 0) await place.remove?.()
  } catch {
    // An empty file that cannot be removed stays.
  }
}
