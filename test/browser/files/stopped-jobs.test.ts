import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf } from '../app-server.ts'
import { journeys } from '../journeys.ts'

/* What a deletion and a move of many say after Stop, and after a reload in the middle: each item counts once. */

const { ask, visit } = journeys()

const namesIn = async (uri: string): Promise<string[]> => {
  const path = `/file?uri=${encodeURIComponent(uri)}&page_size=1000`
  return (await ask<{ files: { name: string }[] }>('GET', path)).files.map(({ name }) => name)
}
const open = async (page: Page, uri: string) => {
  await page.goto(`files?layout=list&uri=${encodeURIComponent(uri)}`)
  await page.getByRole('main').waitFor()
}

test.each([
  ['deletion', 'DELETE', '/file', 'moved to the trash'],
  ['move', 'POST', '/file/move', 'moved to'],
] as const)(
  'T3, T4, F2: the counts of a %s are right after Stop, and after a reload',
  async (kind, method, path, done) => {
    const from = `svc://my/Before ${kind}`
    const to = `svc://my/After ${kind}`
    await ask('POST', '/file/create', { uri: to, type: 'folder' })
    for (let at = 0; at < 230; at++)
      await ask('POST', '/file/create', { uri: `${from}/${at}.txt`, type: 'file' })
    const { page, leave, allow } = await visit({ as: 'owner' })
    allow(/./)
    page.on('dialog', (dialog) => void dialog.accept())
    // The first request of each job is answered, the second one waits.
    let sent = 0
    await page.route(`**/api/v4${path}`, async (route) => {
      if (route.request().method() !== method || ++sent % 2 === 1) await route.continue()
    })
    const begin = async (count: number) => {
      await open(page, from)
      await rowsOf(page).first().focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.getByRole('region', { name: `${count} selected` }).waitFor()
      if (kind === 'deletion') return page.keyboard.press('Delete')
      await page.keyboard.press('ControlOrMeta+x')
      await page.getByRole('link', { name: 'Files', exact: true }).first().click()
      await rowsOf(page)
        .filter({ hasText: `After ${kind}` })
        .dblclick()
      await page.getByRole('heading', { name: `After ${kind}` }).waitFor()
      // The heading is there before the folder is; keys work with the folder.
      await page.getByRole('button', { name: 'New folder' }).first().waitFor()
      await page.keyboard.press('ControlOrMeta+v')
    }
    const said = (text: RegExp) => page.getByRole('status').getByText(text).first().waitFor()

    await begin(230)
    await page
      .getByText(/100 of 230/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Stop' }).first().click()
    await said(new RegExp(`^100 of 230 items ${done}.*\\. 130 were not attempted\\.$`))
    expect(await namesIn(from)).toHaveLength(130)

    await begin(130)
    await page
      .getByText(/100 of 130/)
      .first()
      .waitFor()
    await page.reload()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // The answer to the other requests may have been lost.
    await said(/130 items was interrupted\. At least 100 are done\./)
    await page.getByRole('button', { name: 'Check and resume' }).click()
    await said(new RegExp(`^130 items ${done}`))
    expect(await namesIn(from)).toEqual([])
    await leave()
  },
)
