import { randomBytes } from 'node:crypto'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import type { SampleDataSet } from '#src/server/options.ts'
import type { EmbeddedService } from '#src/server/service.ts'
import { newId } from '#src/server/storage/ids.ts'
import { readSetting, writeSetting } from '#src/server/storage/schema.ts'
import { dayMs } from './account-files.ts'
import type { AccountIds } from './account-files.ts'
import { seedLargeDataSet } from './large-data.ts'
import { renewSampleLocks } from './locks.ts'
import { seedSampleDataSet } from './sample-data.ts'

/** The setting that remembers which data set was seeded. */
const dataSetSetting = 'world'

/** Credentials of a sample account. */
type Account = {
  email: string
  password: string
  role: 'owner' | 'colleague' | 'second-factor'
  totp_secret?: string
}
const gigabyte = 1024 ** 3

// 32 characters, none of which is easily mistaken for another.
const readable = 'abcdefghijkmnpqrstuvwxyz23456789'
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const randomText = (alphabet: string, length: number) =>
  Array.from(randomBytes(length), (byte) => alphabet.charAt(byte & 31)).join('')
const newPassword = () => Array.from({ length: 4 }, () => randomText(readable, 4)).join('-')

/**
 * Seeds an empty service with a data set and returns the accounts of those who can sign in. Passwords are new each time.
 * `scale` is the number of items of each kind in the data set `large`. Without accounts nothing else is seeded.
 */
export async function seedDataSet(
  service: EmbeddedService,
  dataSet: SampleDataSet,
  {
    scale = 100_000,
    hasAccounts = true,
  }: { scale?: number; hasAccounts?: boolean | undefined } = {},
): Promise<{ accounts: Account[] }> {
  writeSetting(service.db, dataSetSetting, dataSet)
  if (!hasAccounts) return { accounts: [] }
  const accounts: [Account, Account, Account] = [
    { email: 'mei@example.org', password: newPassword(), role: 'owner' },
    { email: 'lin@example.org', password: newPassword(), role: 'colleague' },
    {
      email: 'sofia@example.org',
      password: newPassword(),
      role: 'second-factor',
      totp_secret: randomText(base32, 32),
    },
  ]
  const ids = await addAccounts(service, accounts)
  if (dataSet === 'sample') await seedSampleDataSet(service, ids)
  if (dataSet === 'large') await seedLargeDataSet(service, ids.owner, scale)
  return { accounts }
}

async function addAccounts(
  { db, seed, now }: EmbeddedService,
  [owner, colleague, secondFactor]: readonly [Account, Account, Account],
): Promise<AccountIds> {
  const [ownerHash, colleagueHash, secondFactorHash] = await Promise.all([
    seed.hashPassword(owner.password),
    seed.hashPassword(colleague.password),
    seed.hashPassword(secondFactor.password),
  ])
  return db.transaction(() => {
    const design = newId()
    db.run(
      'INSERT INTO groups (id, name, permission, capacity, trash_retention) VALUES (?, ?, ?, ?, ?)',
      [design, 'Design', encodeBoolset([2, 7, 11]), 100 * gigabyte, 7 * 24 * 3600],
    )
    const ids = {
      design,
      owner: seed.addUser({
        email: owner.email,
        nickname: 'Mei Wang',
        passwordHash: ownerHash,
        createdAt: now() - 1120 * dayMs,
      }),
      colleague: seed.addUser({
        email: colleague.email,
        nickname: 'Lin Okafor',
        passwordHash: colleagueHash,
        createdAt: now() - 640 * dayMs,
      }),
      secondFactor: seed.addUser({
        email: secondFactor.email,
        nickname: 'Sofia Ortega',
        passwordHash: secondFactorHash,
        createdAt: now() - 415 * dayMs,
        ...(secondFactor.totp_secret === undefined ? {} : { totpSecret: secondFactor.totp_secret }),
      }),
    }
    db.run('UPDATE users SET group_key = (SELECT key FROM groups WHERE name = ?) WHERE id = ?', [
      'Design',
      ids.secondFactor,
    ])
    return ids
  })
}

/** Renews the locks of the data set `sample` that have expired. Locks that somebody removed are not created again. */
export function renewSampleDataSetLocks(service: EmbeddedService): void {
  if (readSetting(service.db, dataSetSetting) === 'sample') renewSampleLocks(service)
}
