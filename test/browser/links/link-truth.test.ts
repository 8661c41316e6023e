import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { takeScreenshot, type VisitOptions } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import {
  choose,
  createLink,
  linkById,
  longPress,
  phone,
  press,
  type Way,
  ways,
} from './link-journey.ts'

/* What the list of links says of them is so, and leads on: by mouse, by keys and on a phone. */

const { visit, ask } = journeys()

const asOwner = (way: Way): VisitOptions => ({ as: 'owner', ...(way === 'touch' && phone) })

/** Selects the row with this name, by its checkbox, by the space bar or by a long press. */
async function select(way: Way, page: Page, name: string): Promise<void> {
  const row = page.getByRole('row', { name })
  await row.waitFor()
  if (way === 'touch') return longPress(page, row)
  if (way === 'mouse') return row.getByRole('checkbox').click()
  await row.focus()
  return page.keyboard.press('Space')
}

/** Runs a command of the links that are selected. */
async function run(way: Way, page: Page, command: string): Promise<void> {
  if (way === 'touch') return choose(page, command)
  return press(way, page, page.getByRole('button', { name: command, exact: true }), command)
}

test.each(ways)(
  'S2, S10: a link into a deleted folder is found by itself, and the folder is looked into and restored, by %s',
  async (way) => {
    const [folder, name] = [`Cleared by ${way}`, `Lost by ${way}.txt`]
    const id = await createLink(ask, `${folder}/${name}`)
    await ask('DELETE', '/file', { uris: [`svc://my/${folder}`] })
    const { page, leave } = await visit(asOwner(way))
    await page.goto('shares?state=dead')
    const row = page.getByRole('row', { name })
    await row.getByText('Source gone').waitFor()
    if (way === 'mouse') {
      await page.getByRole('button', { name: 'Clean up…' }).click()
      const lost = page.getByRole('region', { name: 'Source gone' })
      await lost.getByRole('button', { name: `Fix the link to ${name}` }).click()
    } else {
      await select(way, page, name)
      await run(way, page, 'Fix…')
    }
    const dialog = page.getByRole('dialog', { name: /no longer works$/ })
    await dialog.getByText(/^The file was not found in Files or the trash/).waitFor()
    await dialog.getByRole('listitem').filter({ hasText: folder }).waitFor()
    await dialog.getByRole('button', { name: 'New link to another item…' }).waitFor()
    await takeScreenshot(page, `lost-source-${way}`)
    await press(way, page, dialog.getByRole('button', { name: 'Look inside' }), 'Look inside')
    const restore = dialog.getByRole('button', { name: /^Restore the folder/ })
    await press(way, page, restore, /^Restore the folder/)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await linkById(ask, id)).expired).toBe(false)
    await page.goto('shares?state=live')
    await row.getByText('Live').waitFor()
    await leave()
  },
)
