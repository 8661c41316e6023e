import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type UserSettingChange,
  changeUserSetting,
  endSignInOrAllOthers,
  getSecondFactorSecret,
  getSignIns,
  getUserSetting,
} from '#src/api/accounts/users.ts'
import { signInAgainAfterPasswordChange } from '#src/api/session.ts'
import type { ActiveSignInRecord } from '#src/contract/accounts/user.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { users } from '#src/features/session/users.ts'
import { createWriteMeta } from '#src/jobs/invalidation.ts'
import { keys } from '#src/lists/keys.ts'
import { isNotFoundOrHttp404 } from './missing-route.ts'

/** A place where the user is signed in. Times are in ms since 1970, null when they cannot be read. */
export type ActiveSignIn = {
  id: string
  isCurrent: boolean
  /** `User-Agent` of the browser or program. */
  client: string
  usedAt: number | null
  createdAt: number | null
}

const timeOf = (text: string): number | null => {
  const at = Date.parse(text)
  return Number.isFinite(at) && at > 0 ? at : null
}

const signInOf = (record: ActiveSignInRecord): ActiveSignIn => ({
  id: record.id,
  isCurrent: record.is_current,
  client: record.client,
  usedAt: timeOf(record.used_at),
  createdAt: timeOf(record.created_at),
})

/** Shows what the service has confirmed until it is read again. */
function showChange(client: QueryClient, change: UserSettingChange): void {
  client.setQueryData(
    users.me().queryKey,
    (me) =>
      me && {
        ...me,
        nickname: change.name ?? me.nickname,
        language: change.language ?? me.language,
      },
  )
  client.setQueryData(
    account.setting().queryKey,
    (setting) =>
      setting && {
        ...setting,
        version_retention_enabled: change.keepsVersions ?? setting.version_retention_enabled,
        version_retention_ext: change.versionExtensions
          ? [...change.versionExtensions]
          : setting.version_retention_ext,
        version_retention_max: change.maxVersions ?? setting.version_retention_max,
        share_links_in_profile: change.profileLinks ?? setting.share_links_in_profile,
        two_fa_enabled: change.secondFactor?.isOn ?? setting.two_fa_enabled,
      },
  )
}

export const account = {
  /**
   * Settings of versions, second factor and links in the profile. A service without them answers with a status of 404.
   */
  setting: () =>
    queryOptions({
      queryKey: keys.users.setting(),
      queryFn: ({ signal }) => getUserSetting(signal),
    }),
  change: () =>
    mutationOptions<void, Error, UserSettingChange>({
      mutationFn: async (change, { client }) => {
        await changeUserSetting(change)
        showChange(client, change)
      },
      meta: createWriteMeta({ invalidates: () => [keys.users.me(), keys.users.setting()] }),
    }),
  changePassword: () =>
    mutationOptions<void, Error, { email: string; current: string; next: string }>({
      mutationFn: async ({ email, ...password }) => {
        await changeUserSetting({ password })
        await signInAgainAfterPasswordChange(email, password.next)
      },
      meta: createWriteMeta({ invalidates: () => [keys.users.signIns()] }),
    }),
  /** A secret to set up a second factor with, good for ten minutes. */
  secondFactorSecret: () =>
    queryOptions({
      queryKey: keys.users.secondFactorSecret(),
      queryFn: ({ signal }) => getSecondFactorSecret(signal),
      staleTime: Infinity,
      gcTime: 0,
      refetchOnWindowFocus: false,
      meta: { isInline: true },
    }),
  /** Where the user is signed in; null where the service does not tell. */
  signIns: () =>
    queryOptions({
      queryKey: keys.users.signIns(),
      queryFn: async ({ signal }): Promise<ActiveSignIn[] | null> => {
        try {
          return (await getSignIns(signal)).map(signInOf)
        } catch (error) {
          if (isNotFoundOrHttp404(error)) return null
          throw error
        }
      },
    }),
  /** Ends a sign-in by its id, or all but this one. */
  endSignIns: () =>
    mutationOptions<void, Error, string | undefined>({
      mutationFn: async (id, { client }) => {
        try {
          await endSignInOrAllOthers(id)
        } catch (error) {
          if (!isNotFound(error)) throw error
        }
        client.setQueryData(account.signIns().queryKey, (list) =>
          list?.filter((each) => each.isCurrent || (id !== undefined && each.id !== id)),
        )
      },
      meta: createWriteMeta({ invalidates: () => [keys.users.signIns()] }),
    }),
}
