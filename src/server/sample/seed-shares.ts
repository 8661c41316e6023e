import { type AccountFiles, day } from './account-files.ts'
import { colleagueShares, ownerShares, type SampleShare } from './shares.ts'

function seedAll(
  shares: readonly SampleShare[],
  places: readonly AccountFiles[],
): Map<string, string> {
  const ids = new Map<string, string>()

  // The oldest is created first, so that the order of age is the order of the database keys.
  for (const share of [...shares].sort((a, b) => b.age - a.age)) {
    const files = places.find((place) => place.has(share.path))
    if (!files) throw new Error(`nothing at ${share.path}`)
    const { seed, now } = files.service
    const at = (days: number) => Math.floor(now() + days * day)
    const { path, age, expires, access, ...rest } = share
    const id = seed.addShare(files.idOf(path), {
      ...rest,
      // A share cannot be older than what it shares.
      createdAt: at(-Math.min(age, files.ageOf(path))),
      ...(expires === undefined ? {} : { expires: at(expires) }),
      ...(access
        ? { permissionSetting: typeof access === 'function' ? access(files.accounts) : access }
        : {}),
    })
    ids.set(path, id)
  }
  return ids
}

/** Shortcuts of one account to shares of the other; `to` is the path of what is shared. */
function seedShortcuts(
  { service, account }: AccountFiles,
  shares: ReadonlyMap<string, string>,
  shortcuts: readonly { path: readonly string[]; to: string; age: number }[],
): void {
  for (const { path, to, age } of shortcuts) {
    const id = shares.get(to)
    if (id === undefined) throw new Error(`no share of ${to}`)
    service.seed.addShortcut(account, path, id, {
      createdAt: Math.floor(service.now() - age * day),
    })
  }
}

/** Seeds the shares of owner and colleague, and shortcuts to them. Some of the owner's are of items in the trash. */
export function seedShares(
  owner: AccountFiles,
  trash: AccountFiles,
  colleague: AccountFiles,
): void {
  const ofOwner = seedAll(ownerShares, [owner, trash])
  const ofColleague = seedAll(colleagueShares, [colleague])
  seedShortcuts(owner, ofColleague, [
    { path: ['Field notes'], to: 'Field notes', age: 8.2 },
    // With a password.
    { path: ['Stamsund.txt'], to: 'Field notes/Stamsund.txt', age: 7.9 },
    // Used up: this link is dead.
    { path: ['Coordinates.pdf'], to: 'Coordinates.pdf', age: 33.1 },
  ])
  seedShortcuts(colleague, ofOwner, [{ path: ['Code'], to: 'Work/Code', age: 30.6 }])
}
