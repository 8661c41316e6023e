import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { beforeAll, expect } from 'vitest'
import { launch, page, root, scratch, type Started } from './child-process.ts'

beforeAll(async () => {
  // The bundle reads the sample pictures from the sources.
  symlinkSync(join(root, 'src'), join(scratch, 'src'), 'junction')
  await build({
    root,
    logLevel: 'error',
    build: { ssr: 'src/server/main.ts', outDir: join(scratch, 'dist/server'), emptyOutDir: false },
  })
  mkdirSync(join(scratch, 'client'))
  writeFileSync(join(scratch, 'client/index.html'), page)
  const client = JSON.stringify(join(scratch, 'client'))
  const script = (name: string, cost: string) =>
    writeFileSync(
      join(scratch, name),
      `import { run } from './dist/server/main.js'\nawait run(process.argv.slice(2), ${client}, ${cost})\n`,
    )
  script('launch.mjs', 'undefined')
  script('launch-quickly.mjs', '4')
}, 60_000)

/** Runs the built server with the passwords of production, each of which takes a third of a second to make and to check. */
export const startAsIs = (...args: string[]) =>
  launch(join(scratch, 'launch.mjs'), '--port', '0', ...args)
export const start = (...args: string[]) =>
  launch(join(scratch, 'launch-quickly.mjs'), '--port', '0', ...args)
/** Runs a command of `npm start --` that is no server, and gives what it has printed. */
export async function command(...args: string[]): Promise<{ code: number | null; text: string }> {
  const { ended, printed } = launch(join(scratch, 'launch-quickly.mjs'), ...args)
  return { code: await ended, text: printed() }
}

export const freshFolder = () => mkdtempSync(join(scratch, 'data-'))
export const accountsOf = (data: string) => readFileSync(join(data, 'sample-accounts.json'), 'utf8')

/** The one line with which a start refuses to be. */
export async function refusal(started: Started): Promise<string> {
  expect(await started.ended).toBe(1)
  const lines = started.printed().trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

type Answer = {
  code: number
  data?: { user?: { id?: string }; token?: { access_token: string } }
}

/** What the service answers to a sign-in. */
export async function signInAs(address: string, email: string, password: string): Promise<Answer> {
  const response = await fetch(new URL('/api/v4/session/token', address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return (await response.json()) as Answer
}

/** Signs the owner of the sample data in. */
export async function signIn(address: string, data: string): Promise<Answer> {
  const accounts = JSON.parse(accountsOf(data)) as Record<'role' | 'email' | 'password', string>[]
  const owner = accounts.find(({ role }) => role === 'owner')
  return signInAs(address, owner?.email ?? '', owner?.password ?? '')
}
