import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'
import { type ApiError, TransportError } from '#src/contract/errors.ts'
import { uniqueNumber } from '#src/lib/numbers/unique-number.ts'
import type { ConcurrentTrashChangeCounts, Operation } from '#src/lib/operation.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** What a failure is about: a write, or something that could not be loaded. */
export type FailureContext =
  | { kind: 'notDone' | 'notUndone' | 'notResumed' | 'unknown'; operation: Operation }
  /** Without an operation another version of the page has begun it. */
  | { kind: 'notForgotten'; operation: Operation | undefined }
  | { kind: 'notLoaded'; what: UnloadedResource }
  | { kind: 'notSignedOut' }
/** What the item at this URI was to be called, when no field has it any more. */
export type TypedName = { readonly uri: string; readonly name: string }
export type UnloadedResource =
  | 'account'
  | 'details'
  | 'folder'
  | 'list'
  | 'localFiles'
  | 'search'
  | 'settings'
  | 'links'
  | 'trash'

/** Who may open and change a link, and what else its line says. */
type LinkAccess = Pick<LinkRow, 'permissions' | 'isProtected' | 'price'>

/** What is true of a link that was edited. */
export type EditedLink = {
  readonly name: string
  /** ms since 1970, null for never. */
  readonly expires: number | null
  /** Downloads in all, null for no limit; absent where the link had none and has none. */
  readonly limit?: number | null
  /** Each absent where the edit was not about it. */
  readonly access?: LinkAccess
  readonly showsView?: boolean
  readonly showsReadme?: boolean
}

/** What is true of all links that an edit has changed; undefined where it is not the same for all, or stays as it was. */
export type EditedLinks = {
  /** When the first and the last of them end, in ms since 1970; null when none ever does. */
  readonly ends: { readonly first: number; readonly last: number } | null | undefined
  /** Their downloads in all, or null for no limit. */
  readonly limit: number | null | undefined
  /** Where it differs: that everybody only reads, or all but named people and the own group do. */
  readonly access: LinkAccess | 'allRead' | 'outsidersRead' | undefined
}

/** Content of a toast: a key of the messages' `toasts` with its values, or an error. `features/shell/toasts` makes the text. */
export type ToastMessage =
  | { kind: 'done'; key: 'copied' | 'exported'; values: { count: number } }
  /** `dead`: how many of them nobody can open. */
  | { kind: 'done'; key: 'copiedDead'; values: { count: number; dead: number } }
  | { kind: 'done'; key: 'addedToClipboard'; values: { count: number; kind: 'copy' | 'cut' } }
  | { kind: 'done'; key: 'pasteRefused'; values: { refusal: 'inside' | 'present' | 'notOwn' } }
  | {
      kind: 'done'
      key: 'linkEdited'
      values: EditedLink
      link: string
      undo?: (() => void) | undefined
    }
  /** Nothing is left to be taken back; `name` is that of the first item. */
  | { kind: 'done'; key: 'alreadyUndone'; values: { name: string } & ConcurrentTrashChangeCounts }
  /** A text was saved under another name, while its own page stays open. */
  | { kind: 'done'; key: 'copySaved'; values: { name: string } }
  | { kind: 'done'; key: 'zipSaved'; values: { name: string; count: number } }
  /** Files without content, because their upload has not finished; `name` is that of the first. */
  | { kind: 'done'; key: 'notUploaded'; values: { name: string; count: number } }
  /** Another tab goes on with these uploads. */
  | { kind: 'done'; key: 'uploadedElsewhere'; values: { count: number } }
  | { kind: 'done'; key: 'presetDeleted'; values: { name: string }; undo: () => void }
  /** How a folder is shown has changed in this window only; `save` makes it the folder's view. */
  | { kind: 'done'; key: 'viewChanged'; what: 'layout' | 'columns'; save: () => void }
  /** `lookedUp`: the answer got lost, and the service was found to have it. */
  | {
      kind: 'done'
      key: 'viewSaved'
      values: { lookedUp: boolean; isUndo: boolean }
      undo?: (() => void) | undefined
    }
  /** What the message was to take back has been changed since. */
  | { kind: 'done'; key: 'viewNotTakenBack'; values: { name: string } }
  | {
      kind: 'done'
      key: 'renamed'
      values: { from: string; to: string }
      undo?: (() => void) | undefined
    }
  | { kind: 'done'; key: 'doneAfterWaiting'; values: { operation: Operation } }
  /** Where what would say so is gone. */
  | { kind: 'done'; key: 'finished'; values: { operation: Operation } }
  /** The user cancelled an operation at a lock, or another job has the items (`isInUse`): neither a success nor a failure. */
  | {
      kind: 'done'
      key: 'notDone'
      values: { operation: Operation; isUnlocked?: boolean; isInUse?: boolean }
      typedName?: TypedName | undefined
    }
  /**
   * What became of a job; `store/job-list.ts` has the numbers. There is one toast per job. `isOpen`: it is running, or
   * something is left to be decided.
   */
  | { kind: 'job'; jobId: number; isOpen?: boolean | undefined }
  | { kind: 'delayed'; jobId: number }
  /** An archive under way; `features/files/downloads/zip-downloads.ts` has it. */
  | { kind: 'zip'; zipId: number }
  /** An archive that was saved without some of its files. */
  | {
      kind: 'zipPart'
      name: string
      missing: readonly { readonly path: string; readonly error: Error }[]
    }
  | { kind: 'failed'; error: ApiError | TransportError | Error; failureContext: FailureContext }

export type Toast = { id: number; message: ToastMessage }
export type ToastMessageOfKind<Kind extends ToastMessage['kind']> = Extract<
  ToastMessage,
  { kind: Kind }
>

const useStore = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }))
const maxToasts = 4

export const useToasts = (): readonly Toast[] => useStore((state) => state.toasts)

/** Of the messages about one of these there is at most one, the newest. */
type ToastSubject =
  | `job ${number}`
  | `delayed ${number}`
  | 'clipboard'
  | 'saved view'
  | 'changed view'
  | `link ${string}`
  | `${Operation['kind']} ${string}`

function subjectOf(message: ToastMessage): ToastSubject | undefined {
  if (message.kind === 'done' && message.key === 'linkEdited') return `link ${message.link}`
  if (message.kind === 'job' || message.kind === 'delayed')
    return `${message.kind} ${message.jobId}`
  if (message.kind !== 'done') return undefined
  if (message.key === 'addedToClipboard' || message.key === 'pasteRefused') return 'clipboard'
  // Views are saved again and again while one tries them: only the last save can be taken back.
  if (message.key === 'viewSaved') return 'saved view'
  // That one was cancelled is no longer true once it is done after all.
  if (message.key === 'renamed') return `rename ${message.values.from}`
  if (message.key === 'notDone') {
    const { kind, name } = message.values.operation
    return `${kind} ${name}`
  }
  return message.key === 'viewChanged' ? 'changed view' : undefined
}

/**
 * What goes to make room, the first of these first: failures stay until they are dismissed, unless there are only such.
 * `delayed` and `zip` never go: they have the only Undo of what is not sent yet, or the only Stop.
 */
const goingFirst: readonly ((message: ToastMessage) => boolean)[] = [
  ({ kind }) => kind === 'done',
  (message) => message.kind === 'done' || (message.kind === 'job' && !message.isOpen),
  ({ kind }) => kind !== 'delayed' && kind !== 'zip',
]

/** Makes room for one more, by dropping the oldest of those that may go. */
function withinLimit(
  toasts: readonly Toast[],
  mayGo: (message: ToastMessage) => boolean,
): readonly Toast[] {
  let surplus = toasts.length + 1 - maxToasts
  return toasts.filter(({ message }) => !mayGo(message) || --surplus < 0)
}

export function showToast(message: ToastMessage): number {
  const id = uniqueNumber()
  const subject = subjectOf(message)
  if (subject) dismissToastAbout(subject)
  useStore.setState(({ toasts }) => ({
    toasts: [...goingFirst.reduce(withinLimit, toasts), { id, message }],
  }))
  return id
}

const dismissWhere = (isMeant: (toast: Toast) => boolean): void =>
  useStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => !isMeant(toast)) }))

export const dismissToast = (id: number): void => dismissWhere((toast) => toast.id === id)

/** Dismisses the messages about this failure, when it is tried again or has been resolved. */
export function dismissFailuresAbout(failureContext: FailureContext): void {
  const key = JSON.stringify(failureContext)
  dismissWhere(
    ({ message }) => message.kind === 'failed' && JSON.stringify(message.failureContext) === key,
  )
}

export const toastAbout = (subject: ToastSubject): Toast | undefined =>
  useStore.getState().toasts.find(({ message }) => subjectOf(message) === subject)

export const dismissToastAbout = (subject: ToastSubject): void =>
  dismissWhere(({ message }) => subjectOf(message) === subject)

export const dismissOfflineFailures = (): void =>
  dismissWhere(
    ({ message }) =>
      message.kind === 'failed' &&
      message.error instanceof TransportError &&
      message.error.reason === 'network',
  )

export const dismissJobToast = (jobId: number): void => dismissToastAbout(`job ${jobId}`)

onSignOut(() => useStore.setState({ toasts: [] }))
