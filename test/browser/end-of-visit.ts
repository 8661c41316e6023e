import type { BrowserContext } from 'playwright-core'

/** What a failed journey had on screen, for logs of machines that nobody can look at. */
export async function printContents(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const content = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch(() => 'no content')
    console.log(`When the journey failed, ${page.url()} had:\n${content}`)
  }
}

/**
 * Closes the tabs. An answer that a handler of `page.route` is still fetching has nobody to go to, which is no fault: the
 * error of such a handler would fail the whole run, without a word of which journey.
 */
export async function closeAll(context: BrowserContext): Promise<void> {
  const pages = context.pages()
  for (const routed of pages.length > 0 ? [...pages, context] : [])
    await routed.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}
