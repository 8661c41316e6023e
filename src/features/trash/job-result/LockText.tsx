import type { LockConflict } from '#src/contract/lock.ts'
import { useLockText } from '#src/features/locks/use-lock-text.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { toLockEntries } from '#src/jobs/locks/lock-question.ts'
import type { JobItem } from '#src/jobs/store/job.ts'

/** What holds an item and who that is, as far as the service has said it. */
export function LockText({
  item,
  locks = [],
}: {
  item: JobItem
  locks: readonly LockConflict[] | undefined
}) {
  const { t } = useI18n()
  const [entry] = toLockEntries(locks.map((conflict) => ({ conflict, item })))
  return useLockText(entry) ?? t.operations.restoring.lockedText
}
