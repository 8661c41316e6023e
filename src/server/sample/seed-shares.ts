import type { PermissionSetting } from '#src/contract/share.ts'
import { type SampleFilesSeeder, type AccountIds, dayMs } from './account-files.ts'
import type { SampleAccountContents, SampleShare } from './manifest.ts'

/** Replaces names of accounts and groups, like `$colleague`, by their ids. */
function withIds(access: PermissionSetting, accounts: AccountIds): PermissionSetting {
  const named: Record<string, string> = accounts
  const replaced = (permissions: Record<string, string | null>) =>
    Object.fromEntries(
      Object.entries(permissions).map(([key, value]) => [named[key.slice(1)] ?? key, value]),
    )
  return {
    ...access,
    group_explicit: replaced(access.group_explicit),
    user_explicit: replaced(access.user_explicit),
  }
}

/**
 * Seeds shares of items of one account, which are in `places`.
 * @returns the ids of the shares by the path of what they share
 */
export function seedShares(
  shares: readonly SampleShare[],
  places: readonly SampleFilesSeeder[],
): Map<string, string> {
  const ids = new Map<string, string>()
  // The oldest is created first, so that the order of age is the order of the database keys.
  for (const share of [...shares].sort((a, b) => b.age - a.age)) {
    const files = places.find((place) => place.has(share.path))
    if (!files) throw new Error(`nothing at ${share.path}`)
    const { seed, now } = files.service
    const at = (days: number) => Math.floor(now() + days * dayMs)
    const { path, age, expires, access, ...rest } = share
    const id = seed.addShare(files.idOf(path), {
      ...rest,
      // A share cannot be older than what it shares.
      createdAt: at(-Math.min(age, files.ageOf(path))),
      ...(expires === undefined ? {} : { expires: at(expires) }),
      ...(access ? { permissionSetting: withIds(access, files.accounts) } : {}),
    })
    ids.set(path, id)
  }
  return ids
}

/** Seeds shortcuts of one account to shares of another. `shares` is what {@link seedShares} returned for the other. */
export function seedShortcuts(
  { service, account }: SampleFilesSeeder,
  shortcuts: SampleAccountContents['shortcuts'],
  shares: ReadonlyMap<string, string>,
): void {
  for (const { path, to, daysAgo } of shortcuts) {
    const id = shares.get(to)
    if (id === undefined) throw new Error(`no share of ${to}`)
    service.seed.addShortcut(account, path.split('/'), id, {
      createdAt: Math.floor(service.now() - daysAgo * dayMs),
    })
  }
}
