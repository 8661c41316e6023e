import { uuid } from '#src/lib/uuid.ts'
import { readStored, writeStored } from './storage.ts'

const key = 'latchkey.tab-id'
/** The id of a page whose storage is blocked. */
const ownId = uuid()

/** The id of this tab, which a reload keeps. */
export function tabId(): string {
  const stored = readStored('session', key)
  if (typeof stored === 'string') return stored
  writeStored('session', key, ownId)
  return ownId
}
