import { useQuery } from '@tanstack/react-query'
import { site } from '#src/features/session/site.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { LockEntry } from '#src/jobs/locks/lock-question.ts'
import { holderApplicationText } from './lock-text.ts'
import { useHolderNames } from './use-holder-names.ts'

/**
 * What holds an item and who that is, such as “Open in Collabora Online · Lin Okafor”; undefined where the service has
 * not said.
 */
export function useLockText(entry: LockEntry | undefined): string | undefined {
  const { t } = useI18n()
  const viewers = useQuery({ ...site.explorer(), enabled: entry !== undefined }).data?.file_viewers
  const nameOf = useHolderNames(entry ? [entry] : [])
  if (!entry?.holder) return undefined
  const { what } = holderApplicationText(entry, viewers, t)
  const person = nameOf(entry.holder.owner)
  if (person !== undefined) return t.locks.heldBy(what, person)
  const isSelf = nameOf(entry.holder.owner, true) !== undefined
  return isSelf ? t.locks.heldByYou(what) : what
}
