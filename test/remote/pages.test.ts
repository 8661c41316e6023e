import { expect, test } from 'vitest'
import { rowsOf } from '../browser/app-server.ts'
import { frontOfServer, rowNamed } from './front.ts'

/* The four jobs in a browser, with Latchkey in front of the server. */

const { server, arrive, openFolder, pageUri } = frontOfServer()

test('R10 a link that is created in Files is found in Shares', async () => {
  const { must, addText, folder } = server()
  const name = `${folder} shared.txt`
  await addText(name)
  const { page, leave } = await arrive()
  await openFolder(page)
  await rowNamed(page, name).click()
  await page
    .getByRole('region', { name: '1 selected' })
    .getByRole('button', { name: 'Share…', exact: true })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await expect
    .poll(async () => {
      const query = 'page_size=50&order_by=id&order_direction=desc'
      const { shares: links } = await must<{ shares: { name: string }[] | null }>(
        'GET',
        `/share?${query}`,
      )
      return links?.some((share) => share.name === name)
    })
    .toBe(true)
  await page.goto(`/shares?q=${encodeURIComponent(name)}`)
  await rowNamed(page, name).waitFor()
  await leave()
})

test('R10 what was deleted is restored to where it was', async () => {
  const { must, addText, addFolder, uri, folder } = server()
  const names = ['red', 'blue'].map((colour) => `${folder} ${colour}.txt`)
  await addFolder('Colours')
  for (const name of names) await addText('Colours', name)
  await must('DELETE', '/file', { uris: names.map((name) => uri('Colours', name)) })
  const { page, leave } = await arrive()
  await page.goto(`/trash?q=${encodeURIComponent(folder)}`)
  for (const name of names) {
    await rowNamed(page, name)
      .getByRole('checkbox', { name: `Select ${name}` })
      .click()
  }
  await page.getByRole('button', { name: 'Restore', exact: true }).first().click()
  await page.getByText('2 items restored').first().waitFor()
  await openFolder(page, 'Colours')
  for (const name of names) await rowNamed(page, name).waitFor()
  await leave()
})

test('R10 the view that is saved for a folder is the one it opens with', async () => {
  const { must, addText, addFolder, uri } = server()
  await addFolder('Pictures')
  await addText('Pictures', 'note.txt')
  const { page, leave } = await arrive()
  await page.goto(`/view-settings?folder=${pageUri('Pictures')}`)
  await page.getByRole('radio', { name: 'Gallery' }).check({ force: true })
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect
    .poll(async () => {
      const { view } = await must<{ view?: { view?: string } }>(
        'GET',
        `/file?uri=${encodeURIComponent(uri('Pictures'))}`,
      )
      return view?.view
    })
    .toBe('gallery')
  await leave()
})

test('R10 a lock is named, released by its owner, and the rename goes on', async () => {
  const { addFolder, lock } = server()
  await addFolder('Busy')
  await lock('Busy', 'slow.bin')
  const { page, leave } = await arrive()
  await openFolder(page)
  await rowNamed(page, 'Busy').click()
  await page.keyboard.press('F2')
  await rowsOf(page).getByRole('textbox').fill('Quiet')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('slow.bin').first().waitFor()
  await dialog.getByRole('button', { name: 'Unlock and retry' }).click()
  await rowNamed(page, 'Quiet').waitFor()
  await leave()
})
