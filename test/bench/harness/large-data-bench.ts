import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import {
  type AppServer,
  openBrowser,
  rowsOf,
  signInByRequest,
  startAppServer,
} from '../../browser/app-server.ts'

/* What the measurements of `--world large` share. Their figures are printed beside their bars and never asserted. */

/** The rows of each of its lists. */
export const total = 100_000

/** A server with `--world large`, a browser, and a table of figures, for the tests of one file. */
export class LargeDataBench {
  server!: AppServer
  browser!: Browser
  #access: string | undefined
  readonly #table: Record<'figure' | 'value' | 'bar', string>[] = []

  /** Registers what is done before and after the tests of a file. */
  static forFile(): LargeDataBench {
    const bench = new LargeDataBench()
    beforeAll(async () => {
      bench.server = await startAppServer({ world: 'large', data: inject('largeDataFolder') })
      bench.browser = await openBrowser(['--js-flags=--expose-gc'])
    })
    afterAll(async () => {
      console.table(bench.#table)
      await bench.browser?.close()
      await bench.server?.close()
    })
    return bench
  }

  /** Sends a request of the owner to the service, beside the page. Returns `data` of the response. */
  call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    // Signed in once: checking a password takes longer than most of what is measured.
    this.#access ??= (await signInByRequest(this.server)).access
    const response = await fetch(`${this.server.address}api/v4${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#access}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return ((await response.json()) as { data: T }).data
  }

  report = (figure: string, value: string, bar = ''): void => {
    this.#table.push({ figure, value, bar })
    // It is printed at once too, so that a run that is stopped has printed its figures.
    console.log(`${figure}: ${value} ${bar && `(bar ${bar})`}`)
  }
}

/** Opens a list and waits until all of it has been loaded. */
export async function wholeList(page: Page, path = 'shares'): Promise<void> {
  await page.goto(path)
  await untilWhole(page)
}

/** Waits until all of the list on screen has been loaded. */
export async function untilWhole(page: Page): Promise<void> {
  // Looked for twice a second: a look each frame would draw frames of its own and be measured too.
  await page.waitForFunction(
    // In older data some of the trash is past its time.
    () =>
      /^(?:1\d\d|9\d),\d{3} (?:links|items)/.test(
        document.querySelector('main [role=status]')?.textContent ?? '',
      ),
    undefined,
    { polling: 500, timeout: 240_000 },
  )
  await rowsOf(page).first().waitFor()
}

export const settle = (page: Page) => page.waitForTimeout(600)
