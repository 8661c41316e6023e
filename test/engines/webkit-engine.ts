import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { listen } from '../processes/listen.ts'
import type { Engine, EngineWindow, PageFunction, Target } from './engine.ts'

export type WebKitPaths = { driver: string; browser: string; display: string | undefined }

/**
 * WebKitGTK's MiniBrowser by the WebDriver protocol. A driver has one session, so each window is a driver and a browser
 * of its own. Where there is no display, one is started in memory.
 */
export async function openWebKitEngine({ driver, browser, display }: WebKitPaths): Promise<Engine> {
  const screen = display === undefined ? await startDisplay() : undefined
  const openSession = async () => {
    const port = await freePort()
    const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
      // Its sandbox needs rights that a container does not have.
      env: {
        ...process.env,
        DISPLAY: display ?? screen?.display,
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        LANG: 'en_GB.UTF-8',
      },
      stdio: 'ignore',
    })
    const address = `http://127.0.0.1:${port}`
    await answering(address, child)
    const session = await new Builder()
      .usingServer(address)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
        }),
      )
      .build()
    return {
      session,
      close: async () => {
        await session.quit()
        await end(child)
      },
    }
  }
  const first = await openSession()
  const version = String((await first.session.getCapabilities()).get('browserVersion'))
  await first.close()
  return {
    name: 'WebKit',
    version,
    openWindow: async ({ width, height }) => {
      const { session, close } = await openSession()
      await session.manage().setTimeouts({ script: 30_000, pageLoad: 60_000 })
      await session.manage().window().setRect({ x: 0, y: 0, width, height })
      return windowOf(session, close)
    },
    close: async () => {
      if (screen) await end(screen.process)
    },
  }
}

async function startDisplay(): Promise<{ display: string; process: ChildProcess }> {
  const child = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const [number] = (await once(child.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { display: `:${number.toString().trim()}`, process: child }
}

async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer())
  await close()
  return port
}

/** Waits until the driver takes requests; rejects when it has ended. */
async function answering(address: string, driver: ChildProcess): Promise<void> {
  for (;;) {
    if (driver.exitCode !== null) throw new Error('WebKitWebDriver ended at its start.')
    const answer = await fetch(`${address}/status`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

const keys: Record<string, string> = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
  ArrowDown: Key.ARROW_DOWN,
  Backspace: Key.BACK_SPACE,
  End: Key.END,
  F2: Key.F2,
}

const targetOf = (element: WebElement): Target => ({
  click: () => element.click(),
  setFiles: (...paths) => element.sendKeys(paths.join('\n')),
})

function windowOf(session: WebDriver, close: () => Promise<void>): EngineWindow {
  const actions = () => session.actions({ async: true })
  return {
    open: (address) => session.get(address),
    reload: () => session.navigate().refresh(),
    run: <A, T>(code: PageFunction<A, T>, argument: A) => session.executeScript<T>(code, argument),
    load: async (source) => void (await session.executeScript(source)),
    find: async <A>(code: PageFunction<A, Element | null>, argument: A) => {
      const element = await session.executeScript<WebElement | null>(code, argument)
      return element && targetOf(element)
    },
    press: async (names) => {
      const pressed = names.split('+').map((name) => keys[name] ?? name)
      const sequence = actions()
      for (const key of pressed) sequence.keyDown(key)
      for (const key of pressed.toReversed()) sequence.keyUp(key)
      await sequence.perform()
    },
    type: (text) => actions().sendKeys(text).perform(),
    // Each window is a browser of its own, which nothing covers.
    bringToFront: () => Promise.resolve(),
    screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    close,
  }
}
