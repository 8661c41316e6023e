import type { Page } from 'playwright-core'
import { expectAccessible, takeScreenshot } from './app-server.ts'

/** A theme changes colours and nothing else. */
const rulesAboutColours = ['color-contrast', 'link-in-text-block']

/**
 * {@link expectAccessible} in light, then the colours of the same state in dark, with a picture of each. For a page that
 * follows the system and is light.
 */
export async function expectAccessibleInBothThemes(
  page: Page,
  state: string,
  picture: string,
  take = takeScreenshot,
): Promise<void> {
  await expectAccessible(page, `${state}, light`)
  await take(page, `${picture}-light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, `${state}, dark`, { runOnly: rulesAboutColours })
  await take(page, `${picture}-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}
