import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { takeScreenshot, type VisitOptions } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { layoutFaults } from './layout-faults.ts'
import { type PageState, signedInStates, signedOutStates, words } from './page-states.ts'

/*
 * Every page, and what opens on it, at every width, in both languages and from right to left: nothing runs out of the
 * window, and no control lies under something else. With `LATCHKEY_SHOTS` a picture of each is kept, in the dark too.
 */

const { visit, ask } = journeys()

type Size = { width: number; height: number }
const phone: [Size, ...Size[]] = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
]
const wide: [Size, ...Size[]] = [
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 860 },
  { width: 1920, height: 1080 },
]
const looks = [
  { look: 'en', language: 'en', sizes: phone },
  { look: 'en', language: 'en', sizes: wide },
  { look: 'zh', language: 'zh-CN', sizes: phone },
  { look: 'zh', language: 'zh-CN', sizes: wide },
  { look: 'rtl', language: 'en', sizes: phone },
  { look: 'rtl', language: 'en', sizes: wide },
] as const

/** No language of ours runs from right to left, so the page is told to after each load. */
const setRightToLeft = (page: Page) =>
  page.addInitScript(() => {
    const set = () => {
      const { documentElement: root } = document
      if (root && root.dir !== 'rtl') root.dir = 'rtl'
    }
    // The root that a script finds before the page is parsed is not the one that stays.
    new MutationObserver(set).observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
    })
  })

/** Waits until the page is drawn at this size and nothing moves, at most half a second. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const isMoving = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    for (let turn = 0; turn < 30; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 16))
      if (turn > 2 && !document.getAnimations().some(isMoving)) return
    }
  })

async function faultsOf(
  page: Page,
  { name, path, before, open, close }: PageState,
  { look, language, sizes }: (typeof looks)[number],
): Promise<string[]> {
  const found: string[] = []
  try {
    await page.setViewportSize(sizes[0])
    await before?.(page)
    await page.goto(path)
    await page.locator('main, dialog[open], form').first().waitFor()
    await open?.(page, words[language])
    for (const size of sizes) {
      await page.setViewportSize(size)
      await settle(page)
      if (look === 'rtl') expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
      found.push(...(await layoutFaults(page)).map((fault) => `${name} at ${size.width}: ${fault}`))
      await takeScreenshot(page, `${look}-light-${size.width}-${name}`)
      if (!process.env['LATCHKEY_SHOTS']) continue
      await page.emulateMedia({ colorScheme: 'dark' })
      await settle(page)
      await takeScreenshot(page, `${look}-dark-${size.width}-${name}`)
      await page.emulateMedia({ colorScheme: 'light' })
    }
  } catch (error) {
    found.push(`${name}: ${String(error).split('\n')[0] ?? ''}`)
  }
  await close?.(page)
  return found
}

/**
 * The others take a minute each, and other journeys look at wide windows, at Chinese and from right to left: only where
 * pictures are asked for.
 */
const isHeld = ({ look, sizes }: (typeof looks)[number]) =>
  (look === 'en' && sizes === phone) || !!process.env['LATCHKEY_SHOTS']

test.each(looks.filter(isHeld))(
  'G7: in $look nothing runs out of the page or under anything at $sizes.0.width px and more',
  { timeout: 600_000 },
  async (look) => {
    await ask('POST', '/file/create', {
      uri: 'svc://my/Empty',
      type: 'folder',
      err_on_conflict: false,
    })
    const options: VisitOptions = { ...look.sizes[0], language: look.language }
    const found: string[] = []
    for (const [as, states] of [
      ['owner', signedInStates],
      [undefined, signedOutStates],
    ] as const) {
      const { page, allow, leave } = await visit(as ? { ...options, as } : options)
      // Offline and a refused password are among the states.
      allow(/Failed to load resource/)
      if (look.look === 'rtl') await setRightToLeft(page)
      for (const state of states) found.push(...(await faultsOf(page, state, look)))
      await leave()
    }
    expect(found).toEqual([])
  },
)
