import { useQuery } from '@tanstack/react-query'
import { useDrives } from '#src/features/account/use-drives.ts'
import { users } from '#src/features/session/users.ts'
import type { LockEntry } from '#src/jobs/locks/lock-question.ts'

/**
 * Where the user sees the network drive that holds a lock, for those of their own. The function it returns gives
 * undefined for all other locks, and where there is no list of drives.
 */
export function useDrivesHrefOfLock(entries: readonly LockEntry[]) {
  const me = useQuery(users.me()).data?.id
  const isOwnDrive = ({ holder }: LockEntry) =>
    holder?.application?.type === 'dav' && holder.owner !== undefined && holder.owner === me
  const hasDrives = useDrives(entries.some(isOwnDrive)).data?.length
  return (entry: LockEntry): string | undefined =>
    hasDrives && isOwnDrive(entry) ? '/account#network-drives' : undefined
}
