import { useMemo } from 'react'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { onSignOut } from '#src/api/resets.ts'
import { showUploadPanel } from '#src/jobs/questions/dialogs.ts'
import { ThrottledCall } from '#src/lib/concurrency/throttled-call.ts'
import type { NameProblem } from '#src/lib/names/file-name.ts'
import { uniqueNumber } from '#src/lib/numbers/unique-number.ts'
import { setScannedFileCount } from './scanned-files.ts'

/** Why a file was not uploaded. */
export type UploadFailure =
  | { readonly kind: 'error'; readonly error: Error }
  | { readonly kind: 'name'; readonly problem: NameProblem }
  /** The storage policy refuses its type, or its size. */
  | { readonly kind: 'type' }
  | { readonly kind: 'tooLarge'; readonly maxBytes: number }
  /** The file on the disk cannot be read any more, or is not what it was when it was selected. */
  | { readonly kind: 'unreadable' }
  /** The browser has not read this folder to its end. */
  | { readonly kind: 'unreadableFolder' }
  | { readonly kind: 'changed' }
  /** The folder or file is locked, and the user chose not to unlock it. */
  | { readonly kind: 'locked' }
  /** The user chose to unlock it, and cancelled while that was done. */
  | { readonly kind: 'unlocked' }
  /** Its folder was renamed, moved or deleted, and no other was chosen. */
  | { readonly kind: 'folderGone' }
  /** Its lock was taken away while it was being uploaded. */
  | { readonly kind: 'lockLost' }
  /** The service does not know its session any more, although its time is not over. */
  | { readonly kind: 'sessionLost' }
  /** Its time is over, or its placeholder is gone. */
  | { readonly kind: 'expired' }
  /** The storage has not kept all parts. */
  | { readonly kind: 'incomplete' }
  /** Its storage is at another origin, which the deployment does not name, or is of a kind that is not known here. */
  | { readonly kind: 'externalStorage' }
  /** The storage at `origin` did not answer, or its CORS rules do not let this page ask it. */
  | { readonly kind: 'storageUnreachable'; readonly origin: string }
  /** The CORS rules of the storage do not let this page read the ETag of a part. */
  | { readonly kind: 'storageHidesTag'; readonly origin: string }
  /** `code`: of the storage, or its HTTP status. */
  | { readonly kind: 'storageRefused'; readonly origin: string; readonly code: string }

/**
 * `stalled`: the last request failed and is sent again. `unfinished`: interrupted by a reload; its file has to be selected
 * again.
 */
type UploadState = 'waiting' | 'sending' | 'stalled' | 'paused' | 'failed' | 'done' | 'unfinished'

/** A row of the list of uploads. */
export type Upload = {
  readonly id: number
  readonly name: string
  /** URI of the target folder. */
  readonly folder: string
  /** Bytes. */
  readonly size: number
  /** Bytes that have arrived. */
  readonly sent: number
  readonly state: UploadState
  /** Why it failed; undefined in all other states. */
  readonly failure: UploadFailure | undefined
  /** Whether a failed one can be sent again; one that was refused before it was sent cannot. */
  readonly canRetry: boolean
  /** The file of an unfinished upload to the same place that this one ends. */
  readonly replaced?: FileSizeAndTime | undefined
}

/** Size in bytes and time of last change (ms since 1970) of a file. */
export type FileSizeAndTime = { readonly size: number; readonly modified: number }

const useStore = create<{ uploads: readonly Upload[] }>()(() => ({ uploads: [] }))

/** Rows are published this often, in ms: thousands of small files change many times a second. */
const publishIntervalMs = 120

/** The rows as they are, by id; the store gets a copy of them every `publishIntervalMs`. */
const rows = new Map<number, Upload>()
const publication = new ThrottledCall(publishIntervalMs, () =>
  useStore.setState({ uploads: [...rows.values()] }),
)
function publishNow(): void {
  publication.request()
  publication.flush()
}

export const useUploads = (): readonly Upload[] => useStore(({ uploads }) => uploads)
/** Names of the files that this tab uploads to the folder, those that are paused or the others. */
const useNames = (folder: string, arePaused: boolean): readonly string[] =>
  useStore(
    useShallow(({ uploads }) =>
      uploads.flatMap(({ name, state, folder: at }) => {
        const isOver = state === 'failed' || state === 'unfinished'
        return at === folder && !isOver && (state === 'paused') === arePaused ? [name] : []
      }),
    ),
  )

/**
 * How the files stand, by name, that this tab uploads to the folder. Those that have arrived belong to them: the row in
 * the list may be older.
 */
export function useUploadStatesInFolder(
  folder: string,
): ReadonlyMap<string, 'uploading' | 'paused'> {
  const running = useNames(folder, false)
  const paused = useNames(folder, true)
  return useMemo(
    () =>
      new Map([
        ...running.map((name) => [name, 'uploading'] as const),
        ...paused.map((name) => [name, 'paused'] as const),
      ]),
    [running, paused],
  )
}

/** The rows now; readers of {@link useUploads} see them up to `publishIntervalMs` later. */
export const currentUploads = (): readonly Upload[] => [...rows.values()]

/** Adds rows at the end and shows the panel. Returns them with their ids. */
export function addUploads(added: readonly Omit<Upload, 'id'>[]): Upload[] {
  showUploadPanel()
  const uploads = added.map((upload) => ({ ...upload, id: uniqueNumber() }))
  for (const upload of uploads) rows.set(upload.id, upload)
  setScannedFileCount(undefined)
  publishNow()
  return uploads
}

export function updateUpload(id: number, changes: Partial<Omit<Upload, 'id'>>): void {
  const upload = rows.get(id)
  if (!upload) return
  rows.set(id, { ...upload, ...changes })
  publication.request()
}

export function removeUploads(ids: ReadonlySet<number>): void {
  for (const id of ids) rows.delete(id)
  publishNow()
}

onSignOut(() => {
  rows.clear()
  publishNow()
})
