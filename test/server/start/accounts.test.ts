import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { runAccountCommand } from '#src/server/command-line/account-command.ts'
import { accountsOf, command, freshFolder, signInAs, start } from './built-server.ts'

const newFolder = () => join(freshFolder(), 'new')
/** The password that a command has made. */
const madeIn = (text: string) => /The password is (\w{16}) and is not shown again\./.exec(text)?.[1]

async function add(data: string, email: string): Promise<string> {
  const { code, text } = await command('account', 'add', email, '--data', data)
  expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining(`${email} has an`) })
  return madeIn(text) ?? ''
}

describe('R11 npm start -- account', () => {
  it('begins a folder with an account of its own, adds others, and they sign in', async () => {
    const data = newFolder()
    const first = await add(data, 'Ada@example.org')
    const second = await add(data, 'bo@example.org')
    expect(first).not.toBe(second)
    expect(await command('account', 'list', '--data', data)).toEqual({
      code: 0,
      text: expect.stringMatching(/^Ada@example\.org {2}since .*, 0 B, 0 links\nbo@example\.org /),
    })
    const started = start('--data', data)
    const address = await started.address
    expect(await signInAs(address, 'ada@example.org', first)).toMatchObject({ code: 0 })
    expect(await signInAs(address, 'bo@example.org', second)).toMatchObject({ code: 0 })
    expect(await signInAs(address, 'bo@example.org', first)).toMatchObject({ code: 40080 })
    // There are no sample accounts, neither printed nor written down.
    expect(started.printed()).not.toContain('Sample accounts')
    expect(JSON.parse(accountsOf(data))).toEqual([])
  })

  it('is refused in one line while a server holds the folder', async () => {
    const data = freshFolder()
    const started = start('--data', data, '--world', 'empty')
    const address = await started.address
    for (const words of [
      ['list'],
      ['add', 'ada@example.org'],
      ['remove', 'lin@example.org', '--yes'],
    ]) {
      const { code, text } = await command('account', ...words, '--data', data)
      expect(code).toBe(1)
      expect(text).toMatch(
        new RegExp(
          `^latchkey: The data folder .* is in use by process ${started.child.pid}\\.\\n$`,
        ),
      )
    }
    expect((await fetch(address)).status).toBe(200)
  })

  it('changes the password of a sample account, which is then in no file, and ends its sign-ins', async () => {
    const data = freshFolder()
    const started = start('--data', data, '--world', 'empty')
    const first = await started.address
    const old = (JSON.parse(accountsOf(data)) as { email: string; password: string }[])[1]
    const before = await signInAs(first, old?.email ?? '', old?.password ?? '')
    started.child.kill('SIGTERM')
    await started.ended
    const { text } = await command('account', 'password', old?.email ?? '', '--data', data)
    expect(text).toContain('is signed out everywhere')
    const address = await start('--data', data).address
    const code = async (password = '') => (await signInAs(address, old?.email ?? '', password)).code
    expect([await code(old?.password), await code(madeIn(text))]).toEqual([40080, 0])
    const headers = { authorization: `Bearer ${before.data?.token?.access_token}` }
    const me = await fetch(new URL('/api/v4/user/me', address), { headers })
    expect(await me.json()).toMatchObject({ code: 401 })
    expect(accountsOf(data)).not.toContain(old?.email)
    expect(JSON.parse(accountsOf(data))).toHaveLength(2)
  })

  it('says what goes with an account, and removes nothing without a word', async () => {
    const data = freshFolder()
    const started = start('--data', data)
    await started.address
    started.child.kill('SIGTERM')
    await started.ended
    const refused = await command('account', 'remove', 'mei@example.org', '--data', data)
    expect(refused.code).toBe(1)
    expect(refused.text).toMatch(
      /^mei@example\.org has \d{3} files and \d\d folders, those in the trash included, 30 links, and [\d.]+ MB with all versions\.\nlatchkey: Nothing was changed\. Without a terminal, --yes removes the account\.\n$/,
    )
    const removed = await command('account', 'remove', 'mei@example.org', '--yes', '--data', data)
    expect(removed).toMatchObject({ code: 0, text: expect.stringContaining('has no account any') })
    expect((await command('account', 'list', '--data', data)).text).not.toContain('mei@')
    await start('--data', data).address
    expect(readFileSync(join(data, 'sample-accounts.json'), 'utf8')).not.toContain('mei@')
  }, 120_000)

  it.each([
    ['', /account takes add, list, password or remove/],
    ['rename ada@example.org', /account takes add, list, password or remove/],
    ['add', /account add takes one e-mail address/],
    ['add ada@example.org bo@example.org', /takes one e-mail address/],
    ['add ada', /"ada" is no e-mail address/],
    ['list --world empty', /Unknown option "--world"/],
    ['list --data', /--data needs a value/],
    ['add ada@example.org --yes', /--yes belongs to account remove/],
    ['list', /holds no data yet/],
    ['password ada@example.org', /holds no data yet/],
  ])('refuses "%s" in one line and makes no folder', async (line, reason) => {
    const data = newFolder()
    const words = line.split(' ').filter(Boolean)
    const rest = line.endsWith('--data') ? [] : ['--data', data]
    const { code, text } = await command('account', ...words, ...rest)
    expect(code).toBe(1)
    expect(text).toMatch(reason)
    expect(text.trimEnd()).not.toContain('\n')
    expect(existsSync(data)).toBe(false)
  })
})

/** A terminal on which each question that ends with one of `answers` is answered; null leaves it by Ctrl+C. */
function answering(answers: readonly (string | null)[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = Object.assign(new PassThrough(), { isTTY: true })
  const left = [...answers]
  let shown = ''
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    if (!/(?::|\[y\/N\]) ?$/.test(chunk.toString().trimEnd())) return
    const answer = left.shift()
    setImmediate(() => input.write(answer === null ? '\u0003' : `${answer ?? ''}\r`))
  })
  return { input, output, shown: () => shown }
}

describe('R11 npm start -- account on a terminal', () => {
  const run = async (data: string, answers: readonly (string | null)[], ...words: string[]) => {
    const terminal = answering(answers)
    const failed: unknown = await runAccountCommand([...words, '--data', data], terminal, 4).then(
      () => undefined,
      (error: unknown) => error,
    )
    return { shown: terminal.shown(), failed: failed instanceof Error ? failed.message : failed }
  }

  it('asks for a password twice, shows neither, and takes it', async () => {
    const data = newFolder()
    const answers = ['open sesame', 'open sesame']
    const { shown, failed } = await run(data, answers, 'add', 'ada@example.org')
    expect(failed).toBeUndefined()
    expect(shown).toBe(
      'Password for ada@example.org (empty: one is made): \nOnce more: \nada@example.org has an account now.\n',
    )
    const address = await start('--data', data).address
    expect(await signInAs(address, 'ada@example.org', 'open sesame')).toMatchObject({ code: 0 })
  })

  it('makes one when nothing is typed, and changes nothing when the two differ or it is left', async () => {
    const data = newFolder()
    expect(madeIn((await run(data, [''], 'add', 'ada@example.org')).shown)).toHaveLength(16)
    for (const [answers, reason] of [
      [['open sesame', 'open season'], /The two passwords differ/],
      [['short'], /6 to 128 characters/],
      [[null], /Nothing was changed/],
    ] as const) {
      const { failed } = await run(data, answers, 'add', 'bo@example.org')
      expect(failed).toMatch(reason)
    }
    expect((await run(data, [], 'list')).shown).not.toContain('bo@')
    expect((await run(data, [], 'add', 'ADA@example.org')).failed).toMatch(/has an account already/)
  })

  it('asks before it removes an account', async () => {
    const data = newFolder()
    await run(data, [''], 'add', 'ada@example.org')
    const kept = await run(data, ['n'], 'remove', 'ada@example.org')
    expect(kept.shown).toMatch(
      /0 files and 0 folders.*\n.*for good\? \[y\/N\] [^]*Nothing was changed\./,
    )
    expect((await run(data, [], 'list')).shown).toContain('ada@')
    expect((await run(data, ['y'], 'remove', 'ada@example.org')).shown).toContain('no account any')
    expect((await run(data, [], 'list')).shown).toContain('There are no accounts')
  })
})
