import { useQuery } from '@tanstack/react-query'
import { networkDrivePermissionBit, type User } from '#src/contract/accounts/user.ts'
import { decodeBoolset } from '#src/contract/flags/boolset.ts'
import { users } from '#src/features/session/users.ts'
import { drives } from './drives.ts'

/** Whether the user's group may have network drives, as far as the service says. */
const mayHaveDrives = ({ group }: User): boolean =>
  decodeBoolset(group?.permission ?? '')?.has(networkDrivePermissionBit) ?? true

/** The network drives; not asked for while `isWanted` is false, or where the user may have none. */
export function useDrives(isWanted = true) {
  const me = useQuery(users.me()).data
  const isEnabled = isWanted && me !== undefined && mayHaveDrives(me)
  return { ...useQuery({ ...drives.list(), enabled: isEnabled }), isEnabled }
}
