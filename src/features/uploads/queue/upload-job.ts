import type { S3StorageType } from '#src/contract/upload.ts'
import type { JournalEntryWriter } from '#src/features/uploads/journal/upload-journal.ts'
import { updateUpload, type Upload, type UploadFailure } from '#src/features/uploads/upload-rows.ts'
import type { LocalFile } from '#src/platform/files/local-files.ts'
import type { UploadGroup } from './upload-group.ts'

/** Where a job is; what the store shows of it is derived from this. */
export type UploadPhase =
  | { readonly at: 'waiting' }
  /** `isStalled`: the last request failed and is about to be sent again. */
  | { readonly at: 'running'; readonly isStalled: boolean }
  /** Aborted, with its last request still in flight. `resumes`: the user has resumed it in the meantime. */
  | { readonly at: 'pausing'; readonly resumes: boolean }
  | { readonly at: 'paused' }
  | { readonly at: 'failed'; readonly failure: UploadFailure }
  | { readonly at: 'cancelled' }
  | { readonly at: 'done' }

/** Where the parts go when the service does not take them itself (docs/protocol.md §8.3). */
export type ExternalUpload = {
  readonly type: S3StorageType
  /** Signed URLs of the parts, in order. */
  readonly partUrls: readonly string[]
  /** Signed URL at which the storage puts the parts together. */
  readonly completeUrl: string
  readonly secret: string
  /** Whether the storage was asked to put the parts together, by this page or the one before a reload. */
  isAssemblyAsked: boolean
}

/** The upload session at the service (docs/protocol.md), which holds the lock on the file. */
type SessionState =
  | { readonly at: 'none' }
  | {
      readonly at: 'open'
      readonly id: string
      readonly uri: string
      /** Bytes of every part but the last. */
      readonly chunkSize: number
      /** Undefined when the service takes the parts itself. */
      readonly storage: ExternalUpload | undefined
      /** Of the upload of a version, the one that it replaces, where that is known. */
      readonly replaces: string | undefined
      /** When it ends, ms since 1970. */
      readonly expires: number
      /** The parts that have arrived, by index, with their ETags ('' where none is needed). */
      readonly received: Map<number, string>
      /** Indexes of the parts that may have been sent without an answer, because of the network, a pause or a reload. */
      readonly unanswered: Set<number>
    }
export type OpenUploadSession = Extract<SessionState, { at: 'open' }>

/** An empty file is sent as one empty part. */
export const partCount = ({ size }: { size: number }, { chunkSize }: OpenUploadSession): number =>
  Math.max(1, Math.ceil(size / chunkSize))

/** One file to upload. */
export type UploadJob = {
  /** The id of its row in the store. */
  readonly id: number
  readonly group: UploadGroup
  folder: string
  /** The target folder of the group as `folder` has it. */
  root: string
  /** Bytes. */
  readonly size: number
  /** ms since 1970. */
  readonly modified: number
  /** '' when the browser does not know it. */
  readonly mime: string
  source: LocalFile
  /** Undefined when nobody is signed in, and after a sign-out. */
  entry: JournalEntryWriter | undefined
  name: string
  /** Names to try when `name` is taken. */
  otherNames: Generator<string, never> | undefined
  /** Uploads a new version of the file that has this name. */
  isVersion: boolean
  phase: UploadPhase
  session: SessionState
  /** The id of the last one that the service has lost or another device has ended. */
  lostSession: string | undefined
  /** Resolves once a session that was given up is closed at the service. */
  closing: Promise<unknown> | undefined
}

/** The file cannot be sent: it cannot be read, has changed, or would have to go where the page may not send it. */
export class UnsendableFileError extends Error {
  override name = 'UnsendableFileError'
  readonly kind: 'unreadable' | 'changed' | 'externalStorage'
  constructor(kind: UnsendableFileError['kind']) {
    super(kind)
    this.kind = kind
  }
}

export const createUploadJob = (
  id: number,
  group: UploadGroup,
  source: LocalFile,
  folder: string,
  entry: JournalEntryWriter | undefined,
): UploadJob => ({
  id,
  group,
  folder,
  root: group.target.uri,
  size: source.size,
  modified: source.file.lastModified,
  mime: source.file.type,
  source,
  entry,
  name: source.file.name,
  otherNames: undefined,
  isVersion: false,
  phase: { at: 'waiting' },
  session: { at: 'none' },
  lostSession: undefined,
  closing: undefined,
})

function shownState(phase: Exclude<UploadPhase, { at: 'cancelled' }>): Upload['state'] {
  switch (phase.at) {
    case 'running':
      return phase.isStalled ? 'stalled' : 'sending'
    case 'pausing':
      return phase.resumes ? 'waiting' : 'paused'
    default:
      return phase.at
  }
}

function sentBytes({ phase, session, size }: UploadJob): number {
  if (phase.at === 'done') return size
  return session.at === 'open' ? Math.min(size, session.received.size * session.chunkSize) : 0
}

/** Updates the row of a job in the store; a cancelled one has none. */
export function syncUploadRow(job: UploadJob): void {
  const { id, name, phase } = job
  if (phase.at === 'cancelled') return
  updateUpload(id, {
    name,
    sent: sentBytes(job),
    state: shownState(phase),
    failure: phase.at === 'failed' ? phase.failure : undefined,
    canRetry: phase.at === 'failed',
  })
}

export function setUploadPhase(job: UploadJob, phase: UploadPhase): void {
  job.phase = phase
  syncUploadRow(job)
}
