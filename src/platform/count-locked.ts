import { leaseholderOf, leaseKeyOf, lockNameOf, webLocks } from './journal-lock.ts'
import { storedKeys } from './storage.ts'

/** How many ids that begin like this are locked, by this tab or another. */
export async function countLocked(prefix: string): Promise<number> {
  const locks = webLocks()
  const first = (locks ? lockNameOf : leaseKeyOf)(prefix)
  const names = locks
    ? ((await locks.query().catch(() => undefined))?.held ?? []).map(({ name = '' }) => name)
    : storedKeys('local', first).filter((key) => leaseholderOf(key) !== undefined)
  return names.filter((name) => name.startsWith(first)).length
}
