import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * The name of what has the focus, or what is wrong with it: it is nowhere, beside the window, covered, or not marked.
 * Marks are outlines: of the element, of a pseudo-element, or of the field or label around it.
 */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || at === document.body) return '(nowhere)'
    const field = at as HTMLInputElement
    // It has no name and no mark: the next Tab leads to what is first in it.
    if (at.tagName === 'MAIN') return 'main'
    const label = field.labels?.[0]
    const text = at.getAttribute('aria-label') ?? label?.textContent ?? at.textContent
    const name = text.replaceAll(/[\u2066-\u2069]/g, '').trim()
    // Some inputs are only for screen readers: their label is what is seen.
    const shown = label && getComputedStyle(at).clipPath !== 'none' ? label : at
    const { left, top, width, height } = shown.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    if (!hit || !(shown.contains(hit) || hit.contains(shown))) return `${name} (not in sight)`
    const marked = [
      ...[at, at.parentElement, label].map((each) => each && getComputedStyle(each)),
      getComputedStyle(at, '::before'),
    ]
    // What has got the focus by itself has no ring before the first key.
    return 'entered' in at.dataset || marked.some((each) => each?.outlineStyle === 'solid')
      ? name
      : `${name} (not marked)`
  })

const fault = /\((?:nowhere|not in sight|not marked)\)$/

/** Waits until what is called so has the focus and is seen to have it. */
export const expectFocus = (page: Page, name: RegExp | string) => {
  const focused = expect.poll(() => focusedName(page))
  return typeof name === 'string' ? focused.toBe(name) : focused.toMatch(name)
}

/** Moves the focus by a key until it is on what is called so, seen at each step. */
export async function focusBy(page: Page, key: string, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (name.test(await focusedName(page))) return
    // What has the focus may still be scrolled into sight.
    await expect.poll(() => focusedName(page)).not.toMatch(fault)
    if (name.test(await focusedName(page))) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${String(name)}.`)
}
