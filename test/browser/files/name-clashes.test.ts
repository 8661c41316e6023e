import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'

/* Items that go to a folder where their name is taken, by keys and by mouse, and back again with Ctrl+Z. */

const { ask, visit } = journeys()

const from = 'svc://my/Clashes/From'
const to = 'svc://my/Clashes/To'

async function namesIn(uri: string): Promise<string[]> {
  const path = `/file?uri=${encodeURIComponent(uri)}&page_size=200`
  const { files } = await ask<{ files: { name: string }[] }>('GET', path)
  return files.map(({ name }) => name).sort()
}
const rowNamed = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: /^1 name is taken in .?To/ })

test('F2, T10: a taken name is asked about by keys and by mouse, and Ctrl+Z takes the answer back', async () => {
  for (const uri of [`${from}/plan.txt`, `${from}/note.txt`, `${to}/plan.txt`]) {
    await ask('POST', '/file/create', { uri, type: 'file' })
  }
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`files?uri=${encodeURIComponent(from)}`)

  // By keys: cut, one up, into the other folder, paste, Enter for what is suggested.
  await rowNamed(page, 'plan.txt').focus()
  await page.keyboard.press('ControlOrMeta+x')
  await page.getByText(/ready to move/).waitFor()
  await page.keyboard.press('Backspace')
  await rowNamed(page, 'To').focus()
  await page.keyboard.press('Enter')
  await rowNamed(page, 'plan.txt').waitFor()
  await page.keyboard.press('ControlOrMeta+v')
  await question(page).waitFor()
  await expectAccessible(page, 'the question about taken names')
  await takeScreenshot(page, 'name-clash')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Move 1 item')
  await page.keyboard.press('Enter')
  await rowNamed(page, 'plan (2).txt').waitFor()
  await expect.poll(() => namesIn(to)).toEqual(['plan (2).txt', 'plan.txt'])
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('Move undone').waitFor()
  await expect.poll(() => namesIn(from)).toEqual(['note.txt', 'plan.txt'])
  expect(await namesIn(to)).toEqual(['plan.txt'])

  // By mouse: the button, the picker, Replace, Undo.
  await page.goto(`files?uri=${encodeURIComponent(from)}`)
  await rowNamed(page, 'plan.txt').getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Move…', exact: true }).click()
  const picker = page.getByRole('dialog', { name: /^Move/ })
  await picker.getByRole('option', { name: 'To' }).click()
  await picker.getByRole('button', { name: 'Move to To' }).click()
  await question(page).getByText('Replace', { exact: true }).click()
  await question(page).getByRole('button', { name: 'Move 1 item' }).click()
  await page.getByText(/plan\.txt.* moved to .?To/).waitFor()
  expect(await namesIn(from)).toEqual(['note.txt'])
  await page.getByRole('button', { name: /^Undo: / }).click()
  await page.getByText('Move undone').waitFor()
  await expect.poll(() => namesIn(from)).toEqual(['note.txt', 'plan.txt'])
  expect(await namesIn(to)).toEqual(['plan.txt'])
  await leave()
})
