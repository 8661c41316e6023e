import { Capacity, User, Users, UserSetting } from '#src/contract/accounts/user.ts'
import { send } from './client.ts'

/** `GET /user/me` (docs/protocol.md §2.4): the signed-in user. Throws `ApiError` 401. */
export const getMe = (signal?: AbortSignal): Promise<User> =>
  send(User, { method: 'GET', path: '/user/me', signal })

/**
 * `GET /user/info/:id` (docs/protocol.md §2.4): the public facts about a user. Throws `ApiError` 40001 or -1 for an
 * unknown id.
 */
export const getUser = (id: string, signal?: AbortSignal): Promise<User> =>
  send(User, { method: 'GET', path: `/user/info/${encodeURIComponent(id)}`, signal })

/**
 * `GET /user/search` (docs/protocol.md §2.4): at most ten users whose name matches the keyword, which has two characters
 * at least. Throws 40001 for a shorter one, and a status of 404 where the service has no such call.
 */
export const searchUsers = (keyword: string, signal?: AbortSignal): Promise<User[]> =>
  send(Users, { method: 'GET', path: '/user/search', query: { keyword }, signal })

/** `GET /user/capacity`: used and total bytes. */
export const getCapacity = (signal?: AbortSignal): Promise<Capacity> =>
  send(Capacity, { method: 'GET', path: '/user/capacity', signal })

/** `GET /user/setting` (docs/protocol.md §2.4). A service without it answers with a status of 404. */
export const getUserSetting = (signal?: AbortSignal): Promise<UserSetting> =>
  send(UserSetting, { method: 'GET', path: '/user/setting', signal })
