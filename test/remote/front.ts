import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser, rowsOf, signIn, visit } from '../browser/app-server.ts'
import { readyAddress } from '../processes/ready-address.ts'
import { type ServerUnderTest, serverUnderTest } from './server-under-test.ts'

async function startInFront(url: string, scheme: string) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const options = ['--port', '0', '--upstream', url, '--scheme', scheme]
  const child = spawn(process.execPath, ['src/server/start.mjs', ...options], { cwd: root })
  return { child, address: await readyAddress(child) }
}

export const rowNamed = (page: Page, name: string) => rowsOf(page).filter({ hasText: name }).first()

/** The server under test with Latchkey in front of it, and a browser: call it at the top of a file. */
export function frontOfServer() {
  const server = serverUnderTest()
  let browser: Browser | undefined
  let front: ChildProcess | undefined
  let address = ''
  beforeAll(async () => {
    browser = await openBrowser()
    const { address: url, scheme } = server()
    // The embedded service serves the page itself.
    if (process.env['LATCHKEY_URL'] === undefined) address = url
    else ({ child: front, address } = await startInFront(url, scheme))
  })
  afterAll(async () => {
    await browser?.close()
    if (front && front.exitCode === null) {
      front.kill()
      await once(front, 'exit')
    }
  })

  /** Above `api` every address begins with `svc://`, whatever the server writes. */
  const pageUri = (...names: string[]) =>
    encodeURIComponent(
      server()
        .uri(...names)
        .replace(/^[^:]+/, 'svc'),
    )
  /** A new browser profile; nobody is signed in there. */
  const arriveAsVisitor = () => {
    if (!browser) throw new Error('the browser is not there yet')
    const { email, password } = server()
    const account = () => ({ email, password, role: 'owner' as const })
    return visit(browser, { address, account })
  }
  return {
    server: (): ServerUnderTest => server(),
    pageUri,
    arriveAsVisitor,
    /** A new browser profile, signed in through the form. */
    arrive: async () => {
      const { email, password } = server()
      const visitor = await arriveAsVisitor()
      await visitor.page.goto('/shares')
      await signIn(visitor.page, { account: () => ({ email, password, role: 'owner' }) })
      await visitor.page.getByRole('navigation', { name: 'Main' }).waitFor()
      return visitor
    },
    openFolder: async (page: Page, ...names: string[]): Promise<void> => {
      await page.goto(`/files?uri=${pageUri(...names)}&layout=list`)
      await rowsOf(page).first().waitFor()
    },
  }
}
