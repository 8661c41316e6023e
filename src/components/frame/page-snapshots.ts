import { messagesOf, currentLanguage } from '#src/i18n/catalogues.ts'
import { localeOf } from '#src/i18n/language.ts'
import { formatExact } from '#src/lib/time.ts'
import { saveSnapshots } from '#src/platform/page-snapshot/save-snapshots.ts'
import { deleteSnapshots } from '#src/platform/page-snapshot/snapshot-records.ts'
import { onSessionEnd } from '#src/queries/session/session-end.ts'

const noteNow = () => {
  const language = currentLanguage()
  const now = formatExact(Date.now(), localeOf(language, navigator.languages))
  const t = messagesOf(language)
  return t.common.asOf(now)
}

/**
 * Stores the lists as they are drawn, for the next visit, and deletes that when the session ends. Returns the function
 * to stop.
 */
export function startPageSnapshots(): () => void {
  const stopFollowing = onSessionEnd(() => void deleteSnapshots())
  const stopSaving = saveSnapshots(noteNow)
  return () => {
    stopFollowing()
    stopSaving()
  }
}
