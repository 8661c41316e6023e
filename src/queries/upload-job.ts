import type { QueryClient } from '@tanstack/react-query'
import { Code } from '#src/contract/codes.ts'
import { ApiError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import type { PickedFile } from '#src/lib/picked-files.ts'
import type { Operation } from '#src/lib/operation.ts'
import { changeUpload, type ClashAnswer } from '#src/stores/uploads.ts'
import { calm } from './calm.ts'
import { isPassing } from './listing.ts'
import { throughLockGate } from './lock-gate.ts'
import type { UploadLog } from './upload-log.ts'

/*
 * One file on its way: what is known of it, and how a request of it is sent until there is an answer.
 */

const mostTries = 6

/** Files that were given together. */
export type Drop = {
  readonly client: QueryClient
  readonly policyId: string | undefined
  /** Names that are taken, by folder; true for a folder. What is not read yet is not in it. */
  readonly taken: Map<string, Map<string, boolean>>
  /** Folders that are being made, or are there. */
  readonly folders: Map<string, Promise<void>>
  readonly count: number
  answer: Promise<ClashAnswer> | undefined
  readAt: number
}

export type Job = {
  readonly id: number
  readonly drop: Drop
  readonly folder: string
  readonly size: number
  readonly modified: number
  readonly mime: string
  source: Pick<PickedFile, 'file' | 'again'>
  name: string
  names: Generator<string> | undefined
  isVersion: boolean
  session: { id: string; chunk: number; uri: string } | undefined
  /** The service knows a session whose answer never came. */
  isUncertain: boolean
  /** Of the session that was given up because its lock was gone: what it left behind is ours. */
  lostSession: string | undefined
  received: Set<number>
  log: UploadLog | undefined
  stop: AbortController | undefined
  /** Resolves when it has come to rest. */
  running: Promise<void> | undefined
  /** Its session is being ended. */
  ending: Promise<void> | undefined
  isDropped: boolean
  /** Resumed while it was still coming to rest. */
  isWantedAgain: boolean
}

export class SourceError extends Error {
  override name = 'SourceError'
  readonly kind: 'gone' | 'changed' | 'elsewhere'
  constructor(kind: SourceError['kind']) {
    super(kind)
    this.kind = kind
  }
}

export const newJob = (id: number, drop: Drop, source: PickedFile, folder: string): Job => ({
  id,
  drop,
  folder,
  size: source.size,
  modified: source.file.lastModified,
  mime: source.file.type,
  source,
  name: source.file.name,
  names: undefined,
  isVersion: false,
  session: undefined,
  isUncertain: false,
  lostSession: undefined,
  received: new Set(),
  log: undefined,
  stop: undefined,
  running: undefined,
  ending: undefined,
  isDropped: false,
  isWantedAgain: false,
})

let gate: Promise<unknown> = Promise.resolve()

/** Through the lock gate, one at a time: a locked folder is asked about once, not for each file in it. */
export async function gated<D>(operation: Operation, send: () => Promise<D>): Promise<D> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof LockConflictError)) throw error
    const turn = gate.then(() => throughLockGate(operation, send))
    gate = turn.catch(() => undefined)
    return turn
  }
}

const passingCodes: ReadonlySet<number> = new Set([
  // The part that was cut off is still being taken in.
  Code.conflict,
  // It was cut on its way, by whatever lies between.
  Code.invalidContentLength,
])

/** Whether the same request may go through later. */
const mayPass = (error: unknown): boolean =>
  isPassing(error) ||
  (error instanceof TransportError && error.status === 200) ||
  (error instanceof ApiError && passingCodes.has(error.code))

const isAway = (error: unknown): boolean =>
  error instanceof TransportError && error.reason === 'network'

/** Sends again for as long as that may help; without a network, for as long as there is none. */
export async function patiently<D>(job: Job | undefined, send: () => Promise<D>): Promise<D> {
  const signal = job?.stop?.signal
  for (let tries = 0; ; tries++) {
    try {
      const data = await send()
      if (job && tries > 0) changeUpload(job.id, { state: 'sending' })
      return data
    } catch (error) {
      if (signal?.aborted || !mayPass(error)) throw error
      if (!isAway(error) && tries >= mostTries) throw error
      if (job) changeUpload(job.id, { state: 'stalled' })
      await calm(error, tries, signal)
      signal?.throwIfAborted()
    }
  }
}
