/*
 * Browser storage, which may be blocked, full or corrupt: reading then finds nothing and writing does nothing. The page
 * works without it.
 */
/** The key under which `api/tokens.ts` stores the session, in one of the two areas. */
export const signInStorageKey = 'latchkey.session'

/** What lies in session storage under keys that begin like this ends with the session of the user. */
export const userKeyPrefix = 'latchkey.user.'

/** What lies in local storage under keys that begin like this ends when that user signs out. */
export const userKeyPrefixOf = (userId: string): string => `${userKeyPrefix}${userId}.`

/** Where what a user has opened is kept: in the browser only for who stays signed in, otherwise no longer than the tab. */
export const storageOfSession = (): Area =>
  readStored('local', signInStorageKey) === undefined ? 'session' : 'local'

type Area = 'local' | 'session'

function open(area: Area): Storage | undefined {
  try {
    return area === 'local' ? window.localStorage : window.sessionStorage
  } catch {
    return undefined
  }
}

/** What was stored under `key`, or undefined when there is nothing readable. */
export function readStored(area: Area, key: string): unknown {
  try {
    const stored = open(area)?.getItem(key)
    return stored == null ? undefined : (JSON.parse(stored) as unknown)
  } catch {
    return undefined
  }
}

/** Stores `value` as JSON. Returns whether it will be there next time. */
export function writeStored(area: Area, key: string, value: unknown): boolean {
  try {
    const storage = open(area)
    storage?.setItem(key, JSON.stringify(value))
    return storage !== undefined
  } catch {
    return false
  }
}

export function storedKeys(area: Area, prefix: string): string[] {
  try {
    return Object.keys(open(area) ?? {}).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

export function removeStored(area: Area, key: string): void {
  try {
    open(area)?.removeItem(key)
  } catch {
    // Blocked storage holds nothing to remove.
  }
}
