import { uuid } from '#src/lib/uuid.ts'
import { readStored, removeStored, signInStorageKey, writeStored } from './storage.ts'

/*
 * A random id that records of accounts carry (`account-records.ts`), so that none outlives the tabs that wrote it. It is
 * in the session storage of each tab and, as long as somebody stays signed in, in local storage too.
 */

const key = 'latchkey.records-id'
/** The id of a new tab, and of a page whose storage is blocked. */
const ownId = uuid()

function storedId(area: 'local' | 'session'): string | undefined {
  const id = readStored(area, key)
  return typeof id === 'string' ? id : undefined
}

export function accountRecordsId(): string {
  const isKept = readStored('local', signInStorageKey) !== undefined
  if (!isKept) removeStored('local', key)
  const id = storedId('local') ?? storedId('session') ?? ownId
  if (isKept) writeStored('local', key, id)
  writeStored('session', key, id)
  return id
}

/** A new tab takes the id of the tab that it has its session from. A tab that has an id keeps it. */
export function adoptAccountRecordsId(id: string): void {
  if (storedId('session') === undefined) writeStored('session', key, id)
}
