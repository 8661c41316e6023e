import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'
import { listen } from '../../processes/listen.ts'
import { accountsOf, freshFolder, refusal, signIn, start, startAsIs } from './built-server.ts'
import { page } from './child-process.ts'

/** A file of the data folder, found by its ending. */
function findFile(folder: string, ending: RegExp): string {
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) =>
    ending.test(path),
  )
  return join(folder, name ?? 'missing')
}

/** log2 of scrypt's N, of each account. */
function passwordCosts(data: string): string[] {
  const database = new Libsql(findFile(join(data, 'service'), /latchkey\.db$/))
  const hashes = database.prepare('SELECT password_hash FROM users').raw().all() as [string][]
  database.close()
  return hashes.map(([hash]) => /^scrypt\$(\d+)\$8\$1\$/.exec(hash)?.[1] ?? hash)
}

describe('R8 a start on an empty folder', () => {
  it('says where it is and who may sign in, and the first request succeeds', async () => {
    const data = freshFolder()
    const started = startAsIs('--data', data, '--world', 'empty')
    const address = await started.address
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    const response = await fetch(address)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(page)
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")

    const accounts = JSON.parse(accountsOf(data)) as { email: string; password: string }[]
    expect(accounts).toHaveLength(3)
    for (const { email, password } of accounts) {
      expect(started.printed()).toContain(email)
      expect(started.printed()).toContain(password)
    }
    expect(statSync(join(data, 'sample-accounts.json')).mode & 0o777).toBe(0o600)
    expect(passwordCosts(data)).toEqual(['17', '17', '17'])
    expect(await signIn(address, data)).toMatchObject({ code: 0 })
  })

  it('has sample data with pictures when no other is asked for', async () => {
    const data = freshFolder()
    const address = await start('--data', data).address
    const { data: session } = await signIn(address, data)
    const list = async (uri: string) => {
      const url = new URL(`/api/v4/file?page_size=100&uri=${encodeURIComponent(uri)}`, address)
      const response = await fetch(url, {
        headers: { Authorization: `Bearer ${session?.token?.access_token}` },
      })
      const body = (await response.json()) as { data: { files: { name: string; size: number }[] } }
      return body.data.files
    }
    const photos = await list('svc://my/Photos/City')
    expect(photos.map(({ name }) => name).toSorted()).toEqual([
      'Blue hour.jpg',
      'Staircase, looking up.jpg',
      'Tram window in the rain.jpg',
    ])
    for (const { size } of photos) expect(size).toBeGreaterThan(100_000)
  }, 60_000)

  it('answers to no other name than that of this machine', async () => {
    const address = await start('--data', freshFolder(), '--world', 'empty').address
    for (const path of ['/', '/api/v4/site/config/basic']) {
      const request = httpRequest(new URL(path, address), {
        headers: { host: 'evil.example' },
        agent: false,
      }).end()
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      response.resume()
      expect(response.statusCode).toBe(421)
      expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    }
  })

  it('puts the strict headers on what the service answers too', async () => {
    const address = await start('--data', freshFolder(), '--world', 'empty').address
    const response = await fetch(new URL('/api/v4/nowhere', address))
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  })
})

describe('R8 the data', () => {
  it('is found again after kill -9', async () => {
    const data = freshFolder()
    const first = start('--data', data, '--world', 'empty')
    const before = await signIn(await first.address, data)
    const accounts = accountsOf(data)
    first.child.kill('SIGKILL')
    await first.ended

    const second = start('--data', data)
    const after = await signIn(await second.address, data)
    expect(after.code).toBe(0)
    expect(after.data?.user?.id).toBe(before.data?.user?.id)
    expect(accountsOf(data)).toBe(accounts)
  })

  it('is never incomplete: what a killed start left behind is removed and created anew', async () => {
    const data = freshFolder()
    mkdirSync(join(data, '.seeding-999999999-abcd'))
    const started = start('--data', data, '--world', 'empty')
    expect(await signIn(await started.address, data)).toMatchObject({ code: 0 })
    expect(readdirSync(data).toSorted()).toEqual(['lock.db', 'sample-accounts.json', 'service'])
  })

  it('has its accounts written again when the file is gone', async () => {
    const data = freshFolder()
    const first = start('--data', data, '--world', 'empty')
    await first.address
    const accounts = accountsOf(data)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    rmSync(join(data, 'sample-accounts.json'))
    await start('--data', data).address
    expect(accountsOf(data)).toBe(accounts)
  })

  it('is replaced by another data set only with --reset', async () => {
    const data = freshFolder()
    const first = start('--data', data, '--world', 'empty')
    await first.address
    const accounts = accountsOf(data)
    first.child.kill('SIGTERM')
    await first.ended

    expect(await refusal(start('--data', data, '--world', 'large'))).toContain('--reset')
    expect(accountsOf(data)).toBe(accounts)
    await start('--data', data, '--world', 'empty', '--reset').address
    expect(accountsOf(data)).not.toBe(accounts)
  })
})

describe('R8 a start that cannot be', () => {
  it('names the option it does not know', async () => {
    expect(await refusal(start('--prot', '80'))).toContain('"--prot"')
  })

  it('says that the port is taken and leaves the data untouched', async () => {
    const { port, close } = await listen(createServer())
    const data = join(freshFolder(), 'new')
    expect(await refusal(start('--data', data, '--port', String(port)))).toContain(
      `Port ${port} is taken`,
    )
    expect(existsSync(data)).toBe(false)
    await close()
  })

  it('says that the data folder cannot be written', async () => {
    const file = join(freshFolder(), 'file')
    writeFileSync(file, 'mine')
    expect(await refusal(start('--data', join(file, 'data')))).toContain('cannot be written')
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  it("leaves somebody else's folder alone, with --reset too", async () => {
    const data = freshFolder()
    mkdirSync(join(data, 'service'))
    writeFileSync(join(data, 'service/mine.txt'), 'mine')
    expect(await refusal(start('--data', data, '--reset'))).toContain('not made by Latchkey')
    expect(readFileSync(join(data, 'service/mine.txt'), 'utf8')).toBe('mine')
  })

  it.each([
    ['overwritten', 'not a database '.repeat(1000)],
    ['emptied', ''],
  ])('says that the database is damaged and leaves it as it is (%s)', async (_, content) => {
    const data = freshFolder()
    const first = start('--data', data, '--world', 'empty')
    await first.address
    first.child.kill('SIGTERM')
    await first.ended
    const database = findFile(join(data, 'service'), /\.(?:db|sqlite3?)$/)
    writeFileSync(database, content)
    expect(await refusal(start('--data', data))).toMatch(/database/)
    expect(readFileSync(database, 'utf8')).toBe(content)
  })
})

describe('R8 before a real server', () => {
  it('serves the page with its scheme and passes /api on', async () => {
    const real = await listen(
      createServer((request, response) => response.end(`real ${request.url}`)),
    )
    const address = await start('--upstream', new URL(real.address).origin).address
    expect(await (await fetch(address)).text()).toContain('content="cloudreve"')
    const answer = await fetch(new URL('/api/v4/site/ping?x=1', address))
    expect(await answer.text()).toBe('real /api/v4/site/ping?x=1')
    expect(await (await fetch(new URL('/s/abc', address))).text()).toContain('<p>here</p>')
    await real.close()
  })
})
