import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { formatBoolset } from '#src/contract/boolset.ts'
import { newId } from '#src/server/ids.ts'
import type { World } from '#src/server/options.ts'
import { readSetting, writeSetting } from '#src/server/schema.ts'
import type { Service } from '#src/server/service.ts'
import { layLarge } from '#src/server/world/large.ts'
import { relaySampleLocks } from '#src/server/world/sample-locks.ts'
import { laySample } from '#src/server/world/sample.ts'
import { day } from '#src/server/world/space.ts'
import type { Laying, People } from '#src/server/world/space.ts'

/** A way to sign in. */
type Account = {
  email: string
  password: string
  role: 'owner' | 'colleague' | 'second-factor'
  totp_secret?: string
}
const gigabyte = 1024 ** 3

// Five bits a character and none that is read as another one.
const readable = 'abcdefghijkmnpqrstuvwxyz23456789'
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const draw = (alphabet: string, length: number) =>
  Array.from(randomBytes(length), (byte) => alphabet.charAt(byte & 31)).join('')
const newPassword = () => Array.from({ length: 4 }, () => draw(readable, 4)).join('-')

/** Fills an empty service with a world and says who can sign in. Passwords are new each time. */
export async function layWorld(
  service: Service,
  world: World,
  options: Laying = {},
): Promise<{ accounts: Account[] }> {
  const accounts: [Account, Account, Account] = [
    { email: 'mei@example.org', password: newPassword(), role: 'owner' },
    { email: 'lin@example.org', password: newPassword(), role: 'colleague' },
    {
      email: 'sofia@example.org',
      password: newPassword(),
      role: 'second-factor',
      totp_secret: draw(base32, 32),
    },
  ]
  const people = await addPeople(service, accounts)
  await nextTurn()
  if (world === 'sample') await laySample(service, people, options)
  if (world === 'large') await layLarge(service, people.owner, options)
  writeSetting(service.db, 'world', world)
  return { accounts }
}

async function addPeople(
  { db, lay, now }: Service,
  [owner, colleague, secondFactor]: readonly [Account, Account, Account],
): Promise<People> {
  const [ownerHash, colleagueHash, secondFactorHash] = await Promise.all([
    lay.hashPassword(owner.password),
    lay.hashPassword(colleague.password),
    lay.hashPassword(secondFactor.password),
  ])
  return db.transaction(() => {
    const design = newId()
    db.run(
      'INSERT INTO groups (id, name, permission, capacity, trash_retention) VALUES (?, ?, ?, ?, ?)',
      [design, 'Design', formatBoolset([2, 7, 11]), 100 * gigabyte, 7 * 24 * 3600],
    )
    const people = {
      design,
      owner: lay.addUser({
        email: owner.email,
        nickname: 'Mei Wang',
        passwordHash: ownerHash,
        createdAt: now() - 1120 * day,
      }),
      colleague: lay.addUser({
        email: colleague.email,
        nickname: 'Lin Okafor',
        passwordHash: colleagueHash,
        createdAt: now() - 640 * day,
      }),
      secondFactor: lay.addUser({
        email: secondFactor.email,
        nickname: 'Sofia Ortega',
        passwordHash: secondFactorHash,
        createdAt: now() - 415 * day,
        ...(secondFactor.totp_secret === undefined ? {} : { totpSecret: secondFactor.totp_secret }),
      }),
    }
    db.run('UPDATE users SET group_key = (SELECT key FROM groups WHERE name = ?) WHERE id = ?', [
      'Design',
      people.secondFactor,
    ])
    return people
  })
}

/** Lays those locks of the sample world again whose time ran out; the ones that somebody removed stay away. */
export function relayLocks(service: Service): void {
  if (readSetting(service.db, 'world') === 'sample') relaySampleLocks(service)
}
