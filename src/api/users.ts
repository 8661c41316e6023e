import { Capacity, User } from '#src/contract/user.ts'
import { send } from './client.ts'

/** `GET /user/me`: the caller. Throws `ApiError` 401. */
export const getMe = (signal?: AbortSignal): Promise<User> =>
  send(User, { method: 'GET', path: '/user/me', signal })

/** `GET /user/info/:id`: what others may know of a user. Throws `ApiError` 40001 or -1 for an unknown id. */
export const getUser = (id: string, signal?: AbortSignal): Promise<User> =>
  send(User, { method: 'GET', path: `/user/info/${encodeURIComponent(id)}`, signal })

/** `GET /user/capacity`: bytes used and in all. */
export const getCapacity = (signal?: AbortSignal): Promise<Capacity> =>
  send(Capacity, { method: 'GET', path: '/user/capacity', signal })
