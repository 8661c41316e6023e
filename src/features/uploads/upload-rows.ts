import { useMemo } from 'react'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { onSignOut } from '#src/api/resets.ts'
import { showUploadPanel } from '#src/jobs/questions/dialogs.ts'
import type { NameProblem } from '#src/lib/names/file-name.ts'
import { nextNumber } from '#src/lib/numbers/next-number.ts'

/** Why a file was not uploaded. */
export type UploadFailure =
  | { readonly kind: 'error'; readonly error: Error }
  | { readonly kind: 'name'; readonly problem: NameProblem }
  /** The storage policy refuses its type, or its size. */
  | { readonly kind: 'type' }
  | { readonly kind: 'tooLarge'; readonly maxBytes: number }
  /** The file on the disk cannot be read any more, or is not what it was when it was selected. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'changed' }
  /** The folder or file is locked, and the user chose not to unlock it. */
  | { readonly kind: 'locked' }
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
  /** With `failed`. */
  readonly failure: UploadFailure | undefined
  /** Whether a failed one can be sent again; one that was refused before it was sent cannot. */
  readonly canRetry: boolean
  /** Another file whose unfinished upload to the same place it ends. */
  readonly replaced?: FileVersion | undefined
}

/** Size in bytes and time of last change (ms since 1970) of a file. */
export type FileVersion = { readonly size: number; readonly modified: number }

type State = {
  uploads: readonly Upload[]
  /** Files found so far while selected folders are being read; undefined when none are. */
  scannedFiles: number | undefined
  /** Bytes per second of all uploads, once it is known. */
  rate: number | undefined
}
const initial: State = { uploads: [], scannedFiles: undefined, rate: undefined }
const useStore = create<State>()(() => initial)

/** Rows are published this often, in ms: thousands of small files change many times a second. */
const publishIntervalMs = 120

/** The rows as they are; the store gets a copy of them every `publishIntervalMs`. */
let rows: Upload[] = []
/** Index in `rows` by id. */
const indexes = new Map<number, number>()
let timer: ReturnType<typeof setTimeout> | undefined

function publish(): void {
  clearTimeout(timer)
  timer = undefined
  useStore.setState({ uploads: [...rows] })
}
const publishSoon = (): void => {
  timer ??= setTimeout(publish, publishIntervalMs)
}

function indexRows(): void {
  indexes.clear()
  for (const [at, { id }] of rows.entries()) indexes.set(id, at)
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
export function useUploadsTo(folder: string): ReadonlyMap<string, 'uploading' | 'paused'> {
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
export const useUploadRate = (): number | undefined => useStore(({ rate }) => rate)
export const useScannedFileCount = (): number | undefined =>
  useStore(({ scannedFiles }) => scannedFiles)

/** The rows now; readers of {@link useUploads} see them up to `publishIntervalMs` later. */
export const currentUploads = (): readonly Upload[] => rows

/** Adds rows at the end and shows the panel. Returns them with their ids. */
export function addUploads(added: readonly Omit<Upload, 'id'>[]): Upload[] {
  showUploadPanel()
  const uploads = added.map((upload) => ({ ...upload, id: nextNumber() }))
  for (const upload of uploads) {
    indexes.set(upload.id, rows.length)
    rows.push(upload)
  }
  setScannedFileCount(undefined)
  publish()
  return uploads
}

export function changeUpload(id: number, changes: Partial<Omit<Upload, 'id'>>): void {
  const at = indexes.get(id)
  const upload = at === undefined ? undefined : rows[at]
  if (at === undefined || !upload) return
  rows[at] = { ...upload, ...changes }
  publishSoon()
}

export function removeUploads(ids: ReadonlySet<number>): void {
  rows = rows.filter(({ id }) => !ids.has(id))
  indexRows()
  publish()
}

export const setUploadRate = (rate: number | undefined): void => useStore.setState({ rate })
export function setScannedFileCount(scannedFiles: number | undefined): void {
  if (scannedFiles !== undefined) showUploadPanel()
  useStore.setState({ scannedFiles })
}

const resetUploads = (): void => {
  clearTimeout(timer)
  timer = undefined
  rows = []
  indexes.clear()
  useStore.setState(initial)
}
onSignOut(resetUploads)
