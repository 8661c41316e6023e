import { expect, test } from 'vitest'
import { journeys } from '../journeys.ts'

/* Windows as low as at 400 % zoom. */

const { visit } = journeys()

test('G10: a press on the scroll bar of a dialog that fills a low window is none beside it', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('trash')
  await page.getByRole('grid').waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.waitFor()
  const [own, content] = await dialog.evaluate((element) => {
    const hidden = ({ scrollHeight, clientHeight }: Element) => scrollHeight - clientHeight
    const body = element.firstElementChild
    return [hidden(element), body ? hidden(body) : 0]
  })
  // Presses on a scroll bar are those on the element that scrolls, and one on the dialog itself closes it.
  expect(own).toBe(0)
  expect(content).toBeGreaterThan(0)
  await leave()
})
