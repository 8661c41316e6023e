import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { endLog, isLogHeld, readLogs } from '#src/lib/keep.ts'
import {
  type BatchItem,
  type BatchResult,
  dropInterrupted,
  isBatchOfLog,
  setInterrupted,
} from '#src/stores/batches.ts'
import { currentSession } from '#src/stores/session.ts'
import { showToast } from '#src/stores/toasts.ts'
import { variablesOf } from './batch.ts'
import { fileWrites } from './file-writes.ts'
import { LedgerLog, type Past, readPast } from './ledger-log.ts'
import { findUnfinished } from './upload-log.ts'
import { viewCopy } from './view-copy.ts'

/*
 * Batches that a reload or a crash cut off: found again, and taken up or forgotten as their user wishes.
 */

/** What can be taken up again, by the name that it has in its log. */
const kinds = {
  restore: fileWrites.restore,
  deletePermanently: fileWrites.deletePermanently,
  trash: fileWrites.trash,
  move: fileWrites.move,
  copy: fileWrites.copy,
  copyView: viewCopy.toFolders,
}
/** What is the same of them all. */
type Resumable = MutationOptions<BatchResult, Error, { items: readonly BatchItem[] }>
const isKind = (kind: string): kind is keyof typeof kinds => Object.hasOwn(kinds, kind)

async function readPasts(): Promise<Past[]> {
  const { userId } = currentSession()
  if (userId === undefined) return []
  return (await readLogs(userId)).flatMap((log) => readPast(log) ?? [])
}

/** Looks for what was cut off and that no tab works on. */
export async function findInterrupted(): Promise<void> {
  const { userId } = currentSession()
  const found = []
  for (const past of await readPasts()) {
    if (isBatchOfLog(past.id) || (await isLogHeld(past.id)) || !isKind(past.kind)) continue
    const done = past.outcomes.filter((outcome) => outcome?.at === 'done').length
    const { id, operation, items } = past
    found.push({ id, operation, total: items.length, done })
  }
  if (currentSession().userId === userId) setInterrupted(found)
  await findUnfinished()
}

/** Asks what became of what was on its way, then sends the rest. */
export async function goOnWith(client: QueryClient, id: string): Promise<void> {
  dropInterrupted(id)
  try {
    const past = (await readPasts()).find((each) => each.id === id)
    // Another tab may have been quicker.
    const log = past && (await LedgerLog.goOn(past.id))
    if (!past || !log || !isKind(past.kind)) return
    const options: unknown = kinds[past.kind]()
    await client
      .getMutationCache()
      .build(client, options as Resumable)
      .execute(variablesOf(past, log))
  } catch (error) {
    // What the ledger has not told itself.
    if (currentSession().status === 'active') showToast({ kind: 'failed', error: error as Error })
  }
}

/** It stays as it is now. */
export async function forgetInterrupted(id: string): Promise<void> {
  dropInterrupted(id)
  await endLog(id)
}
