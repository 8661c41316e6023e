import { resolve } from 'node:path'
import * as v from 'valibot'
import { FileType } from '#src/contract/file.ts'
import { generatePassword } from '#src/lib/generate-password.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { NewPassword } from '#src/server/accounts/credentials.ts'
import {
  changePasswordAndEndSignIns,
  insertUser,
  removeSecondFactor,
  removeUser,
} from '#src/server/accounts/user-writes.ts'
import { storageUsedBy, userByEmail, type UserRow } from '#src/server/accounts/users.ts'
import type { EmbeddedService } from '#src/server/service.ts'
import { StartError } from '#src/server/start-error.ts'
import { hasData, openDataFolder } from '#src/server/storage/data-folder.ts'
import type { Db } from '#src/server/storage/db.ts'
import { type AccountCommand, parseAccountCommand } from './account-options.ts'
import { askHidden, isInteractive, askYesNo, type TerminalStreams } from './terminal.ts'

/** Characters of a password that is made here. */
const madeLength = 16

/**
 * Runs `npm start -- account …`: adds, lists or removes accounts of a data folder, or gives one another password. A new
 * folder gets its first account this way, and no sample accounts. `passwordCost` as of `createEmbeddedService`.
 * @throws StartError in one line, also while another process holds the folder
 */
export async function runAccountCommand(
  argv: readonly string[],
  terminal: TerminalStreams,
  passwordCost?: number,
): Promise<void> {
  const command = parseAccountCommand(argv)
  const folder = resolve(command.data)
  const isNew = !(await hasData(folder))
  if (isNew && command.action !== 'add') {
    throw new StartError(`${folder} holds no data yet. account add EMAIL begins with an account.`)
  }
  const { service } = await openDataFolder({
    folder,
    world: isNew ? 'empty' : undefined,
    hasSampleAccounts: false,
    reset: false,
    restoreCopy: undefined,
    captcha: false,
    passwordCost,
  })
  try {
    await carryOut(service, command, terminal)
  } finally {
    service.close()
  }
}

async function carryOut(
  service: EmbeddedService,
  command: AccountCommand,
  terminal: TerminalStreams,
): Promise<void> {
  const say = (text: string) => terminal.output.write(`${text}\n`)
  const { db } = service
  if (command.action === 'list') {
    say(describeAll(db))
    return
  }
  const { action, email, isConfirmed } = command
  const user = userByEmail(db, email)
  if (action === 'add') {
    if (user) throw new StartError(`${user.email} has an account already.`)
    say(await add(service, email, terminal))
    return
  }
  if (!user) throw new StartError(`${email} has no account. account list shows those there are.`)
  if (action === 'password') {
    const { passwordHash, note } = await choosePassword(service, user.email, terminal)
    changePasswordAndEndSignIns(db, user.key, passwordHash)
    removeSecondFactor(db, user.key)
    const factor = user.totp_secret === null ? '' : ' Its second factor is off.'
    say(`${user.email} has another password now, and is signed out everywhere.${factor}${note}`)
    return
  }
  say(`${user.email} has ${describeData(db, user)}.`)
  if (!isConfirmed && !isInteractive(terminal)) {
    throw new StartError('Nothing was changed. Without a terminal, --yes removes the account.')
  }
  if (isConfirmed || (await askYesNo(terminal, 'Delete all of it and the account for good?'))) {
    await removeUser(service, user)
    say(`${user.email} has no account any more.`)
  } else {
    say('Nothing was changed.')
  }
}

/** Returns what to say. */
async function add(
  service: EmbeddedService,
  email: string,
  terminal: TerminalStreams,
): Promise<string> {
  const { passwordHash, note } = await choosePassword(service, email, terminal)
  const [nickname = email] = email.split('@')
  insertUser(service.db, {
    email,
    nickname,
    passwordHash,
    group: 'User',
    createdAt: service.now(),
  })
  return `${email} has an account now.${note}`
}

/** Asks for a password twice, or makes one where nobody can answer or nothing is typed. `note` shows it once. */
async function choosePassword(
  { seed }: EmbeddedService,
  email: string,
  terminal: TerminalStreams,
): Promise<{ passwordHash: string; note: string }> {
  const typed = isInteractive(terminal)
    ? await askHidden(terminal, `Password for ${email} (empty: one is made): `)
    : ''
  if (typed === '') {
    const made = generatePassword(madeLength)
    const note = ` The password is ${made} and is not shown again.`
    return { passwordHash: await seed.hashPassword(made), note }
  }
  if (!v.is(NewPassword, typed)) {
    throw new StartError('A password has 6 to 128 characters. Nothing was changed.')
  }
  if ((await askHidden(terminal, 'Once more: ')) !== typed) {
    throw new StartError('The two passwords differ. Nothing was changed.')
  }
  return { passwordHash: await seed.hashPassword(typed), note: '' }
}

const Count = v.object({ count: v.number() })
const countOf = (db: Db, sql: string, key: number, ...more: number[]): number =>
  db.first(sql, [key, ...more], Count)?.count ?? 0
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const sizeOf = (db: Db, key: number) =>
  formatBytes(storageUsedBy(db, key), 'en').replace('\u00a0', ' ')
const linksOf = (db: Db, key: number) =>
  counted(
    countOf(db, 'SELECT count(*) AS count FROM shares WHERE owner_key = ?', key),
    'link',
    'links',
  )

/** Files, links and bytes of an account. */
function describeData(db: Db, { key }: UserRow): string {
  const sql = 'SELECT count(*) AS count FROM files WHERE owner_key = ? AND type = ?'
  const files = counted(countOf(db, sql, key, FileType.file), 'file', 'files')
  // The root is no folder that somebody made.
  const folders = counted(countOf(db, sql, key, FileType.folder) - 1, 'folder', 'folders')
  return `${files} and ${folders}, those in the trash included, ${linksOf(db, key)}, and ${sizeOf(db, key)} with all versions`
}

function describeAll(db: Db): string {
  const emails = db.query(
    'SELECT email FROM users ORDER BY email',
    [],
    v.object({ email: v.string() }),
  )
  const users = emails.flatMap(({ email }) => userByEmail(db, email) ?? [])
  if (users.length === 0) return 'There are no accounts.'
  const width = Math.max(...users.map(({ email }) => email.length))
  return users
    .map((user) => {
      const since = new Date(user.created_at).toISOString().slice(0, 'yyyy-mm-dd'.length)
      const facts = [`since ${since}`, sizeOf(db, user.key), linksOf(db, user.key)]
      if (user.totp_secret !== null) facts.push('second factor')
      return `${user.email.padEnd(width)}  ${facts.join(', ')}`
    })
    .join('\n')
}
