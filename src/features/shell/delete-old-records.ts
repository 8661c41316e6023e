import { sessionStore } from '#src/api/current-session.ts'
import { forgetOldLinkDeletions } from '#src/features/links/deletion/interrupted-deletions.ts'
import {
  startUnclaimedRecordCleanup,
  deleteRecordsOfOtherAccounts,
} from '#src/platform/account-records.ts'
import { deleteOldJournals } from '#src/platform/left-journals.ts'
import { removeStored, storedKeys } from '#src/platform/storage.ts'

/** What earlier versions of the page kept: pictures of list pages, and when a user last saw the links. */
function forgetOlderVersions(): void {
  removeStored('local', 'latchkey.snapshots')
  for (const key of storedKeys('local', 'latchkey.links-seen.')) removeStored('local', key)
}

/**
 * Deletes what the browser still has of accounts whose tabs are gone, and of others than the one that is or gets signed
 * in. Unfinished work stays for its account, for seven days. Returns the function to stop.
 */
export function startDeletingOldRecords(): () => void {
  const forgetOthers = () => {
    const { userId } = sessionStore.getState()
    if (userId !== undefined) void deleteRecordsOfOtherAccounts(userId)
  }
  const unsubscribe = sessionStore.subscribe((now, before) => {
    if (now.userId !== before.userId) forgetOthers()
  })
  forgetOthers()
  forgetOlderVersions()
  forgetOldLinkDeletions()
  void deleteOldJournals()
  const stopClaiming = startUnclaimedRecordCleanup()
  return () => {
    unsubscribe()
    stopClaiming()
  }
}
