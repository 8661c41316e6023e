import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { parentUri } from '#src/contract/uri.ts'
import { useKnownLock } from '#src/jobs/locks/locked-items.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { trashUri } from '../account.ts'
import type { Session } from '../session.ts'
import type { Ended } from './history.ts'

/* Marks of items that a write has found to be locked (L12), as rows show them. */

function Probe({ item, marked }: { item: JobItem; marked: Set<string> }) {
  if (useKnownLock(item)) marked.add(item.uri)
  return null
}

function markedAmong(items: readonly JobItem[]): ReadonlySet<string> {
  const marked = new Set<string>()
  const root = createRoot(document.createElement('div'))
  flushSync(() =>
    root.render(items.map((item) => <Probe key={item.id} item={item} marked={marked} />)),
  )
  flushSync(() => root.unmount())
  return marked
}

/**
 * What was locked for a job is marked when it has ended, unless it was unlocked here or its list has been read anew, and
 * what it has written to is not. A copy only reads its items, which may be locked for all that it tells.
 */
export function checkLockMarks(session: Session, ended: Ended, kind: string): string[] {
  const { history, unlockings, listedAt, hasStopped } = session
  const { result } = ended
  if (!result || session.account.lockedIds.size === 0) return []
  const isSettled = (item: JobItem) => !history.isDisputed(item, ended)
  const startedWith = (item: JobItem) => ended.items.find(({ id }) => id === item.id) ?? item
  const isReadSince = ({ uri }: JobItem) =>
    (listedAt.get(uri.startsWith(trashUri) ? trashUri : (parentUri(uri) ?? '')) ?? 0) > ended.until
  const locked = hasStopped
    ? []
    : result.locked.filter(
        (item) =>
          isSettled(item) &&
          !isReadSince(item) &&
          !unlockings.mayHaveFreed(startedWith(item), ended, history),
      )
  const written = kind === 'copy' ? [] : result.done.filter(isSettled)
  const marked = markedAmong([...locked, ...written])
  return [
    ...locked
      .filter(({ uri }) => !marked.has(uri))
      .map(({ name }) => `${name} is not marked as locked`),
    ...written
      .filter(({ uri }) => marked.has(uri))
      .map(({ name }) => `${name} is marked as locked`),
  ]
}
