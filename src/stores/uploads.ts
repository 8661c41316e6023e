import { create } from 'zustand'
import type { NameProblem } from '#src/lib/file-name.ts'
import { showUploadPanel } from './dialogs.ts'
import { forgetsOnSignOut } from './resets.ts'

/** Why a file did not get there, as far as that is not an error of the service. */
export type UploadFailure =
  | { readonly kind: 'error'; readonly error: Error }
  | { readonly kind: 'name'; readonly problem: NameProblem }
  /** The storage does not take such files, or none so large. */
  | { readonly kind: 'type' }
  | { readonly kind: 'large'; readonly most: number }
  /** It can no longer be read, or is not what it was when it was chosen. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'changed' }
  /** Its place is in use, and the user did not want it freed. */
  | { readonly kind: 'locked' }
  /** Somebody took its lock away while it was on its way. */
  | { readonly kind: 'lockLost' }
  /** The service has given it up: its time was over. */
  | { readonly kind: 'over' }
  | { readonly kind: 'elsewhere' }

/** `stalled`: no answer comes, it is tried again. `unfinished`: from before a reload; its file has to be chosen again. */
type UploadState = 'waiting' | 'sending' | 'stalled' | 'paused' | 'failed' | 'done' | 'unfinished'

/** One file on its way. */
export type Upload = {
  readonly id: number
  readonly name: string
  /** Address of the folder that it goes into. */
  readonly folder: string
  /** Bytes. */
  readonly size: number
  readonly sent: number
  readonly state: UploadState
  readonly failure: UploadFailure | undefined
}

/** What to do with files whose names are taken. */
export type ClashAnswer = 'both' | 'replace' | 'skip' | 'cancel'

/** What has to be said or asked before files go on their way. */
export type UploadQuestion =
  | {
      readonly kind: 'clash'
      /** Some of them. */
      readonly names: readonly string[]
      readonly count: number
      readonly total: number
      readonly answer: (answer: ClashAnswer) => void
    }
  /** Bytes that are needed, and that are free. */
  | { readonly kind: 'room'; readonly needed: number; readonly free: number }
  | { readonly kind: 'elsewhere' }

type State = {
  uploads: readonly Upload[]
  questions: readonly UploadQuestion[]
  /** Files found so far in folders that are being read; undefined when none are. */
  reading: number | undefined
  /** Bytes a second, once that can be told. */
  rate: number | undefined
}
const initial: State = { uploads: [], questions: [], reading: undefined, rate: undefined }
const useStore = create<State>()(() => initial)

/** Readers are told so often, in ms: thousands of small files change many times a second. */
const pause = 120

let draft: Upload[] = []
const places = new Map<number, number>()
let timer: ReturnType<typeof setTimeout> | undefined
let lastId = 0

function show(): void {
  clearTimeout(timer)
  timer = undefined
  useStore.setState({ uploads: [...draft] })
}
const showSoon = (): void => {
  timer ??= setTimeout(show, pause)
}

function place(): void {
  places.clear()
  for (const [at, { id }] of draft.entries()) places.set(id, at)
}

export const useUploads = (): readonly Upload[] => useStore(({ uploads }) => uploads)
export const useUploadRate = (): number | undefined => useStore(({ rate }) => rate)
export const useUploadReading = (): number | undefined => useStore(({ reading }) => reading)
export const useUploadQuestion = (): UploadQuestion | undefined =>
  useStore(({ questions }) => questions[0])

/** What readers see a moment later. */
export const currentUploads = (): readonly Upload[] => draft

export function addUploads(some: readonly Omit<Upload, 'id'>[]): Upload[] {
  showUploadPanel()
  const added = some.map((upload) => ({ ...upload, id: ++lastId }))
  for (const upload of added) {
    places.set(upload.id, draft.length)
    draft.push(upload)
  }
  setUploadReading(undefined)
  show()
  return added
}

export function changeUpload(id: number, part: Partial<Omit<Upload, 'id'>>): void {
  const at = places.get(id)
  const upload = at === undefined ? undefined : draft[at]
  if (at === undefined || !upload) return
  draft[at] = { ...upload, ...part }
  showSoon()
}

export function removeUploads(ids: ReadonlySet<number>): void {
  draft = draft.filter(({ id }) => !ids.has(id))
  place()
  show()
}

export const setUploadRate = (rate: number | undefined): void => useStore.setState({ rate })
export function setUploadReading(reading: number | undefined): void {
  if (reading !== undefined) showUploadPanel()
  useStore.setState({ reading })
}

export function putQuestion(question: UploadQuestion): void {
  showUploadPanel()
  useStore.setState(({ questions }) => ({
    questions: [...questions, question],
    reading: undefined,
  }))
}
/** The question on screen is settled. */
export const dropQuestion = (question: UploadQuestion): void =>
  useStore.setState(({ questions }) => ({
    questions: questions.filter((each) => each !== question),
  }))

const resetUploads = (): void => {
  clearTimeout(timer)
  timer = undefined
  draft = []
  places.clear()
  useStore.setState(initial)
}
forgetsOnSignOut(resetUploads)
