import {
  deleteAccountRecord,
  readAccountRecord,
  writeAccountRecord,
} from '#src/platform/account-records.ts'
import { readStored, removeStored, sessionKey, writeStored } from '#src/platform/storage.ts'
import type { StoredElement } from './elements.ts'

/** A list page as it was drawn. */
export type Snapshot = {
  /** Path and query of the page. */
  readonly address: string
  /** Of the window, in CSS px: in another one the page is laid out differently. */
  readonly width: number
  /** Addresses of the style sheets that draw it; a new version of the page has others. */
  readonly sheets: readonly string[]
  /** Says of when it is, in the language of the page. */
  readonly note: string
  readonly page: StoredElement
}

/** The pages of which the last one drawn is stored, by their path. */
const pages = ['/shares', '/trash', '/files'] as const

/** In local storage: the id of the user whose snapshots there are. `bootstrap.ts` reads no more when it is absent. */
const snapshotsKey = 'latchkey.snapshots'

const recordOf = (path: string) => `page ${path}`

/** The user who stays signed in on this browser; undefined when nobody does. */
export function persistedUserId(): string | undefined {
  const session = readStored('local', sessionKey) as { userId?: unknown } | null | undefined
  const userId = session?.userId
  return typeof userId === 'string' ? userId : undefined
}

/** Undefined when there is none for this page. The content is not checked. */
export async function readSnapshot(user: string, path: string): Promise<unknown> {
  if (!isSnapshotPath(path) || !hasSnapshotsOf(user)) return undefined
  return readAccountRecord(user, recordOf(path))
}

/** Whether the page at this path is one that is stored. */
export const isSnapshotPath = (path: string): boolean => pages.some((page) => page === path)

export const hasSnapshotsOf = (user: string): boolean => readStored('local', snapshotsKey) === user

/** Replaces the snapshot of the page. */
export async function writeSnapshot(user: string, path: string, snapshot: Snapshot): Promise<void> {
  await writeAccountRecord(user, recordOf(path), snapshot)
  // The user may have signed out meanwhile.
  if (persistedUserId() === user) writeStored('local', snapshotsKey, user)
  else await deleteAccountRecord(user, recordOf(path))
}

/** Deletes every snapshot in this browser, whoever's they are. */
export async function deleteSnapshots(): Promise<void> {
  const user = readStored('local', snapshotsKey)
  removeStored('local', snapshotsKey)
  if (typeof user !== 'string') return
  await Promise.all(pages.map((path) => deleteAccountRecord(user, recordOf(path))))
}

/** The style sheets that the document has now. */
export const styleSheets = (): HTMLLinkElement[] => [
  ...document.querySelectorAll<HTMLLinkElement>('head link[rel=stylesheet]'),
]

export const pathOfSheet = ({ href }: HTMLLinkElement): string => new URL(href).pathname
