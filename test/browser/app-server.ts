import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RunOptions, source as axeSource } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { accessibilityRules } from '../dom/accessibility-rules.ts'
import { readyAddress } from '../processes/ready-address.ts'
import { closeAll, printContents } from './end-of-visit.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Role = 'owner' | 'colleague' | 'second-factor'
type Account = { email: string; password: string; role: Role; totp_secret?: string }

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export function findChromium(): string {
  const asked = process.env['CHROMIUM']
  const found = asked ? [asked].find(existsSync) : usualPlaces.find(existsSync)
  if (found) return found
  throw new Error(
    asked
      ? `There is no Chromium at ${asked}, where CHROMIUM points.`
      : 'No Chromium was found. Install one (Debian: apt-get install chromium) or say where it is with CHROMIUM=/path/to/chromium.',
  )
}

/** Containers run as root and without a graphics card; the rest keeps the browser from calling home. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: [...browserFlags, ...more] })
}

export type AppServer = {
  /** With a slash at its end. */
  address: string
  data: string
  /** From spawning to the ready line, in ms; includes building and creating the data where needed. */
  startedIn: number
  account: (role: Role) => Account
  /** Ends the process at once, as a power cut would, and keeps the data. */
  kill: () => Promise<void>
  /** Ends the process and, when it made the data folder, deletes it. */
  close: () => Promise<void>
}

/** Starts what `npm start` starts and waits until it answers. */
export async function startAppServer({
  world = 'sample',
  data,
  port = 0,
  flags = [],
  passwords = 'real',
}: {
  world?: 'sample' | 'large'
  data?: string
  port?: number
  flags?: readonly string[]
  /** `quick` ones are made and checked in no time; their start needs what `build-app.ts` builds. */
  passwords?: 'real' | 'quick'
} = {}): Promise<AppServer> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'latchkey-browser-')))
  const args = ['--port', String(port), '--data', folder, '--world', world, ...flags]
  const begun = performance.now()
  const { VITEST: _, ...env } = process.env
  const program =
    passwords === 'quick' ? 'test/processes/start-quickly.mjs' : 'src/server/start.mjs'
  const server = spawn(process.execPath, [program, ...args], { cwd: root, env })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const address = await readyAddress(server)
  const startedIn = performance.now() - begun
  const accounts = JSON.parse(
    await readFile(join(folder, 'sample-accounts.json'), 'utf8'),
  ) as Account[]
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await exited
  }
  return {
    address,
    data: folder,
    startedIn,
    account: (role) => {
      const found = accounts.find((account) => account.role === role)
      if (!found) throw new Error(`no sample account is a ${role}`)
      return found
    },
    kill: () => end('SIGKILL'),
    close: async () => {
      await end('SIGTERM')
      if (data === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Tokens = { access: string; refresh: string; userId: string }

/** Signs in without the page. */
export async function signInByRequest(
  server: Pick<AppServer, 'address' | 'account'>,
  role: Role = 'owner',
): Promise<Tokens> {
  const { email, password } = server.account(role)
  const answer = await fetch(`${server.address}api/v4/session/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { data } = (await answer.json()) as {
    data: { user: { id: string }; token: { access_token: string; refresh_token: string } }
  }
  return {
    access: data.token.access_token,
    refresh: data.token.refresh_token,
    userId: data.user.id,
  }
}

/** Fills in the form that is on the page. */
export async function signIn(
  page: Page,
  server: Pick<AppServer, 'account'>,
  role: Role = 'owner',
): Promise<void> {
  const { email, password } = server.account(role)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export type VisitOptions = {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  language?: 'en' | 'zh-CN'
  reducedMotion?: boolean
  /** Who is signed in from the start; nobody by default. */
  as?: Role
}

export type Visit = {
  page: Page
  context: BrowserContext
  /** Another tab of the same browser, watched in the same way. */
  tab: () => Promise<Page>
  /** Faults of this kind are part of the journey from now on. */
  allow: (fault: RegExp) => void
  /** Closes the tabs; throws when a page complained, broke the content policy or asked another origin. */
  leave: () => Promise<void>
}

/** What a browser says by itself about every answer that is no success. */
export const refusals = /Failed to load resource/

/** A fresh browser profile with one tab, whose faults fail the journey when it is left. */
export async function visit(
  browser: Browser,
  server: Pick<AppServer, 'address' | 'account'>,
  look: VisitOptions = {},
): Promise<Visit> {
  const { width = 1440, height = 860, theme = 'light', language = 'en' } = look
  const origin = new URL(server.address).origin
  const tokens = look.as && (await signInByRequest(server, look.as))
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === 'en' ? 'en-GB' : language,
    timezoneId: 'Europe/Berlin',
    colorScheme: theme,
    reducedMotion: look.reducedMotion ? 'reduce' : 'no-preference',
    hasTouch: width < 600,
    baseURL: server.address,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(tokens && {
      storageState: {
        cookies: [],
        origins: [
          {
            origin,
            localStorage: [
              {
                name: 'latchkey.session',
                value: JSON.stringify({ refresh: tokens.refresh, userId: tokens.userId }),
              },
            ],
          },
        ],
      },
    }),
  })
  // Only what fails takes so long; a machine may be many times slower than the one that a journey was written on.
  context.setDefaultTimeout(20_000)
  const faults: string[] = []
  const allowed: RegExp[] = []
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  const watch = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin)
        faults.push(`asked another origin: ${request.url()}`)
    })
    return page
  }
  const tab = async () => watch(await context.newPage())
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await printContents(context)
    // A second try does not meet the locks that a page of the first one holds.
    await closeAll(context)
  })
  return {
    page: await tab(),
    context,
    tab,
    allow: (fault) => allowed.push(fault),
    leave: async () => {
      await closeAll(context)
      const left = faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)))
      expect(left, 'what the pages complained about').toEqual([])
    },
  }
}

/** Nothing is wrong with what is on the page by all rules of axe, or by those of `rules`. */
export async function expectAccessible(
  page: Page,
  state: string,
  rules: RunOptions = { rules: accessibilityRules },
): Promise<void> {
  // Colours in the middle of a CSS transition would fail the contrast check.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  )
  // Once a document: reading half a megabyte of code again takes longer than running its rules.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const found = await page.evaluate(async (rules) => {
    const { violations } = await globalThis.axe.run(document, {
      ...rules,
      // Of what passes and of what does not apply axe would otherwise describe every element, which takes longer than the rules.
      resultTypes: ['violations'],
    })
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.html.slice(0, 160)} (${node.any[0]?.message ?? ''})`)
          .join(' | ')}`,
    )
  }, rules)
  expect(found, `axe on ${state}`).toEqual([])
}

/** The rows of the list that is on the page, without its head. */
export const rowsOf = (page: Page) => page.locator('[role=row][data-index]')

/** Waits until the whole list of links is there. */
export async function linkListReady(page: Page, count = 30): Promise<void> {
  await page
    .getByRole('status')
    .getByText(`${count} links`)
    .or(page.getByText(`${count} 个链接`))
    .waitFor()
  await rowsOf(page).first().waitFor()
}

/** Keeps a picture where `LATCHKEY_SHOTS` names a folder. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['LATCHKEY_SHOTS']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}
