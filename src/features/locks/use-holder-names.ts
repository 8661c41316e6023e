import { useQueries, useQuery } from '@tanstack/react-query'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { LockEntry } from '#src/jobs/locks/lock-question.ts'

/**
 * Looks up the names of the holders of locks. The function it returns gives the name for the id of a user; for the user
 * of this page “you” with `isForSelf`, otherwise undefined.
 */
export function useHolderNames(entries: readonly LockEntry[]) {
  const { t } = useI18n()
  const me = useQuery(users.me()).data?.id
  const ids = [...new Set(entries.flatMap(({ holder }) => (holder?.owner ? [holder.owner] : [])))]
  const others = ids.filter((id) => id !== me)
  const found = useQueries({
    queries: others.map((id) => ({ ...users.info(id), retry: false, meta: { isInline: true } })),
  })
  return (id: string | undefined, isForSelf = false): string | undefined => {
    if (id === undefined) return undefined
    if (id === me) return isForSelf ? t.locks.byYou : undefined
    return found[others.indexOf(id)]?.data?.nickname || undefined
  }
}
