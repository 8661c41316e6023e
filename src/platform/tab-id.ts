import { uuid } from '#src/lib/uuid.ts'
import { readStored, writeStored } from './storage.ts'

const key = 'latchkey.tab-id'
/** A page whose storage is blocked has this id. */
const ownId = uuid()

/** A reload keeps the id of the tab. */
export function tabId(): string {
  const stored = readStored('session', key)
  if (typeof stored === 'string') return stored
  writeStored('session', key, ownId)
  return ownId
}
