import puppeteer, { type ElementHandle, type KeyInput, type Page } from 'puppeteer-core'
import type { Engine, EngineName, EngineWindow, PageFunction, Point, Target } from './engine.ts'

/** Chromium by its own protocol, or Firefox by WebDriver BiDi. */
export async function openPuppeteerEngine(
  name: Exclude<EngineName, 'WebKit'>,
  executablePath: string,
): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: name === 'Firefox' ? 'firefox' : 'chrome',
    executablePath,
    headless: true,
    args: name === 'Firefox' ? [] : ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB', 'intl.locale.requested': 'en-GB' },
  })
  return {
    name,
    version: (await browser.version()).replace(/^\D+/, ''),
    openWindow: async (size) => {
      // A context has cookies and storage of its own.
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport(size)
      return windowOf(page, name === 'Chromium', () => context.close())
    },
    close: () => browser.close(),
  }
}

const targetOf = (element: ElementHandle): Target => ({
  click: () => element.click(),
  setFiles: (...paths) => (element as ElementHandle<HTMLInputElement>).uploadFile(...paths),
})

function windowOf(page: Page, canDrag: boolean, close: () => Promise<void>): EngineWindow {
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    run: <A, T>(code: PageFunction<A, T>, argument: A) =>
      page.evaluate(code as PageFunction<unknown, unknown>, argument) as Promise<T>,
    load: async (source) => void (await page.evaluate(source)),
    find: async <A>(code: PageFunction<A, Element | null>, argument: A) => {
      const handle = await page.evaluateHandle(code as PageFunction<unknown, unknown>, argument)
      const element = handle.asElement()
      return element ? targetOf(element as ElementHandle) : null
    },
    press: async (keys) => {
      const held = keys.split('+') as KeyInput[]
      const last = held.pop()
      for (const key of held) await page.keyboard.down(key)
      if (last) await page.keyboard.press(last)
      for (const key of held.toReversed()) await page.keyboard.up(key)
    },
    type: (text) => page.keyboard.type(text),
    ...(canDrag && {
      drag: async (from: Point, to: Point, isReady: () => Promise<void>) => {
        await page.mouse.move(from.x, from.y)
        await page.mouse.down()
        await page.mouse.move(to.x, to.y, { steps: 10 })
        // The browser tells of a move with the next one when the drag has only just begun.
        for (const by of [1, 0, 1, 0]) await page.mouse.move(to.x + by, to.y)
        await isReady()
        // The drop takes what the last move was answered.
        await page.mouse.move(to.x + 1, to.y)
        await page.mouse.up()
      },
    }),
    bringToFront: () => page.bringToFront(),
    screenshot: () => page.screenshot(),
    close,
  }
}
