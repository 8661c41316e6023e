import { useQuery } from '@tanstack/react-query'
import { holderText } from '#src/features/locks/lock-text.ts'
import { useHolderNames } from '#src/features/locks/use-holder-names.ts'
import { site } from '#src/features/session/site.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { toLockEntries } from '#src/jobs/locks/lock-entries.ts'
import type { OutcomeLine } from './restore-groups.ts'

/** What holds the item of a line and who that is, such as “Open in Collabora Online by Lin Okafor”. */
export function useLockText({ item, locks = [] }: OutcomeLine): string {
  const { t } = useI18n()
  const [entry] = toLockEntries(locks.map((conflict) => ({ conflict, item })))
  const viewers = useQuery({ ...site.explorer(), enabled: entry !== undefined }).data?.file_viewers
  const nameOf = useHolderNames(entry ? [entry] : [])
  if (!entry?.holder) return t.operations.restoring.lockedText
  const { what } = holderText(entry, viewers, t)
  const person = nameOf(entry.holder.owner)
  if (person !== undefined) return t.locks.heldBy(what, person)
  const self = nameOf(entry.holder.owner, true)
  return self === undefined ? what : `${what} ${self}`
}
