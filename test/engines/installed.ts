import { existsSync } from 'node:fs'
import { findChromium } from '../browser/app-server.ts'
import type { Engine, EngineName } from './engine.ts'
import { openPuppeteerEngine } from './puppeteer-engine.ts'
import { openWebKitEngine } from './webkit-engine.ts'

type Entry = { name: EngineName; open: (() => Promise<Engine>) | undefined }

const firstThere = (...paths: (string | undefined)[]) =>
  paths.find((path) => path !== undefined && existsSync(path))

function chromium(): string | undefined {
  try {
    return findChromium()
  } catch {
    return undefined
  }
}

const firefox = firstThere(
  process.env['FIREFOX'],
  '/usr/bin/firefox',
  '/usr/bin/firefox-esr',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
)
const webKit = {
  driver: firstThere('/usr/bin/WebKitWebDriver'),
  browser: firstThere(
    ...['x86_64', 'aarch64'].flatMap((machine) =>
      ['4.1', '4.0', '6.0'].map(
        (version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
      ),
    ),
  ),
  display: process.env['DISPLAY'],
  hasDisplay: process.env['DISPLAY'] !== undefined || existsSync('/usr/bin/Xvfb'),
}

/** The engines that are known, each with a way to start it where it is installed. */
export function engines(): Entry[] {
  const chromiumPath = chromium()
  const { driver, browser, display, hasDisplay } = webKit
  return [
    {
      name: 'Chromium',
      open: chromiumPath ? () => openPuppeteerEngine('Chromium', chromiumPath) : undefined,
    },
    { name: 'Firefox', open: firefox ? () => openPuppeteerEngine('Firefox', firefox) : undefined },
    {
      name: 'WebKit',
      open:
        driver && browser && hasDisplay
          ? () => openWebKitEngine({ driver, browser, display })
          : undefined,
    },
  ]
}
