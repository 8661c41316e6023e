import { sendAuthenticated } from '#src/api/client.ts'
import {
  Capacity,
  SecondFactorSecret,
  type ActiveSignInRecord,
  ActiveSignInRecords,
  User,
  Users,
  UserSetting,
} from '#src/contract/accounts/user.ts'
import { NoData } from '#src/contract/schema.ts'

/** `GET /user/me` (docs/protocol.md §2.4): the signed-in user. Throws `ApiError` 401. */
export const getMe = (signal?: AbortSignal): Promise<User> =>
  sendAuthenticated(User, { method: 'GET', path: '/user/me', signal })

/**
 * `GET /user/info/:id` (docs/protocol.md §2.4): the public facts about a user. Throws `ApiError` 40001 or -1 for an
 * unknown id.
 */
export const getUser = (id: string, signal?: AbortSignal): Promise<User> =>
  sendAuthenticated(User, { method: 'GET', path: `/user/info/${encodeURIComponent(id)}`, signal })

/**
 * `GET /user/search` (docs/protocol.md §2.4): at most ten users whose name matches the keyword, which has two characters
 * at least. Throws 40001 for a shorter one, and a status of 404 where the service has no such call.
 */
export const searchUsers = (keyword: string, signal?: AbortSignal): Promise<User[]> =>
  sendAuthenticated(Users, { method: 'GET', path: '/user/search', query: { keyword }, signal })

/** `GET /user/capacity`: used and total bytes. */
export const getCapacity = (signal?: AbortSignal): Promise<Capacity> =>
  sendAuthenticated(Capacity, { method: 'GET', path: '/user/capacity', signal })

/** `GET /user/setting` (docs/protocol.md §2.4). A service without it answers with a status of 404. */
export const getUserSetting = (signal?: AbortSignal): Promise<UserSetting> =>
  sendAuthenticated(UserSetting, { method: 'GET', path: '/user/setting', signal })

/** What can be changed about an account; what is left out stays. */
export type UserSettingChange = {
  name?: string
  language?: string
  keepsVersions?: boolean
  /** Extensions without a dot; none for files of all names. */
  versionExtensions?: readonly string[]
  /** 0 for as many as the service keeps. */
  maxVersions?: number
  profileLinks?: string
  password?: { current: string; next: string }
  secondFactor?: { isOn: boolean; code: string }
}

/**
 * `PATCH /user/setting` (docs/protocol.md §2.4): all of the changes or none. Throws 40001, 40022 (code of the second
 * factor) and 40069 (current password).
 */
export const changeUserSetting = (change: UserSettingChange): Promise<void> =>
  sendAuthenticated(NoData, {
    method: 'PATCH',
    path: '/user/setting',
    body: {
      nick: change.name,
      language: change.language,
      version_retention_enabled: change.keepsVersions,
      version_retention_ext: change.versionExtensions,
      version_retention_max: change.maxVersions,
      share_links_in_profile: change.profileLinks,
      current_password: change.password?.current,
      new_password: change.password?.next,
      two_fa_enabled: change.secondFactor?.isOn,
      two_fa_code: change.secondFactor?.code,
    },
  })

/** `GET /user/setting/2fa` (docs/protocol.md §2.4): a new secret for a second factor, in base32, good for ten minutes. */
export const getSecondFactorSecret = (signal?: AbortSignal): Promise<string> =>
  sendAuthenticated(SecondFactorSecret, { method: 'GET', path: '/user/setting/2fa', signal })

/** `GET /user/sessions` (docs/protocol.md §2.4). The public server has none: a status of 404. */
export const getSignIns = (signal?: AbortSignal): Promise<ActiveSignInRecord[]> =>
  sendAuthenticated(ActiveSignInRecords, { method: 'GET', path: '/user/sessions', signal })

/** `DELETE /user/sessions/:id`; without an id all but this one. Throws 404 when it is gone. */
export const endSignInOrAllOthers = (id?: string): Promise<void> =>
  sendAuthenticated(NoData, {
    method: 'DELETE',
    path: `/user/sessions${id === undefined ? '' : `/${encodeURIComponent(id)}`}`,
  })
