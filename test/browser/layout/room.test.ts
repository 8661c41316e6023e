import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from '../app-server.ts'
import { boxesOf } from '../boxes.ts'
import { journeys } from '../journeys.ts'
import { makeLong } from '../long-folder.ts'

/* What floats, opens or is cut leaves what one works with in sight. */

const { ask, visit } = journeys()

const boxOf = async (target: Locator) => (await boxesOf(target))[0]

const create = (uri: string, type: 'file' | 'folder') => ask('POST', '/file/create', { uri, type })

test.each([1440, 390])(
  'F2: at %i px the last row can be scrolled above the panel of uploads',
  async (width) => {
    const folder = `svc://my/Full ${width}`
    await create(folder, 'folder')
    for (let index = 10; index < 40; index++) await create(`${folder}/note ${index}.txt`, 'file')
    const { page, leave } = await visit({ as: 'owner', width })
    await page.goto(`files?layout=list&uri=${encodeURIComponent(folder)}`)
    await rowsOf(page).first().waitFor()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Upload files…' }).click()
    const sent = ['a', 'b', 'c'].map((name) => ({
      name: `${name}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(name),
    }))
    await (await chooser).setFiles(sent)
    // It is announced as well.
    const panel = page.getByRole('region', { name: 'Uploads' })
    await panel.getByText('3 files uploaded').waitFor()
    await rowsOf(page).first().focus()
    await page.keyboard.press('End')
    const last = rowsOf(page).filter({ hasText: 'note 39.txt' })
    await last.waitFor()
    const gap = async () => {
      const [above, below] = await boxesOf(last, panel)
      return below.top - above.bottom
    }
    // Where there are keys, they alone bring it there.
    if (width > 640) await expect.poll(gap).toBeGreaterThanOrEqual(0)
    await page.getByRole('grid').evaluate((grid) => {
      for (let at: Element | null = grid; at; at = at.parentElement) at.scrollTop = at.scrollHeight
      for (const part of grid.querySelectorAll('*')) part.scrollTop = part.scrollHeight
    })
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
    await leave()
  },
)

test('F8: on a phone neither the state nor the banner of the editor moves the text', async () => {
  const { page, context, allow, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  allow(/Failed to load resource/)
  const open = async (uri: string) => {
    await create(uri, 'file')
    await page.goto(`edit?uri=${encodeURIComponent(uri)}`)
    const text = page.getByRole('textbox', { name: /^Text of/ })
    await page.getByText('Locks when you start typing').waitFor()
    await text.tap()
    return { text, before: await boxOf(text) }
  }
  const locked = await open('svc://my/Locked.txt')
  await page.keyboard.type('Typed')
  await page.getByText('Only you can edit').waitFor()
  expect(await boxOf(locked.text), 'while it is locked for the user').toEqual(locked.before)
  await page.keyboard.press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()

  const uri = 'svc://my/Banner.txt'
  const changed = await open(uri)
  await context.setOffline(true)
  await page.keyboard.type('Typed while it was changed elsewhere')
  await ask('PUT', `/file/content?uri=${encodeURIComponent(uri)}`, 'Changed elsewhere')
  await context.setOffline(false)
  await page.getByText('You are offline').waitFor({ state: 'detached' })
  await page.getByRole('alert').filter({ hasText: 'This file was changed elsewhere' }).waitFor()
  await expect
    .poll(() => boxOf(changed.text), { message: 'under the banner' })
    .toEqual(changed.before)
  // The end of the text lies behind it.
  const behind = await page
    .getByRole('alert')
    .filter({ hasText: 'This file was changed elsewhere' })
    .evaluate((banner) => {
      let isOpaque = false
      for (let at: Element | null = banner; at?.tagName !== 'MAIN' && at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at)
        isOpaque ||= backgroundColor !== 'rgba(0, 0, 0, 0)' && !backgroundColor.includes('/')
      }
      return isOpaque
    })
  expect(behind).toBe(true)
  await takeScreenshot(page, 'editor-banner-phone')
  await leave()
})

test('F8: a message lies above the banner of the editor', async () => {
  const folder = 'svc://my/Message and banner'
  for (const name of ['held.txt', 'other.txt']) await create(`${folder}/${name}`, 'file')
  const holder = await visit({ as: 'owner' })
  await holder.page.goto(`edit?uri=${encodeURIComponent(`${folder}/held.txt`)}`)
  await holder.page.getByText('Locks when you start typing').waitFor()
  await holder.page.getByRole('textbox', { name: /^Text of/ }).pressSequentially('a')
  await holder.page.getByText('Only you can edit').waitFor()

  const { page, allow, leave } = await visit({ as: 'owner' })
  allow(/Failed to load resource/)
  await page.goto(`files?layout=list&uri=${encodeURIComponent(folder)}`)
  await rowsOf(page).filter({ hasText: 'other.txt' }).click()
  await page.keyboard.press('Delete')
  const message = page
    .getByRole('region', { name: 'Notifications' })
    .getByText('moved to the trash')
  // Below the pointer it stays.
  await message.hover()
  await rowsOf(page).filter({ hasText: 'held.txt' }).focus()
  await page.keyboard.press('Enter')
  const banner = page.getByText('You have this file open in another window.')
  await banner.waitFor()
  await expect
    .poll(async () => {
      const [above, below] = await boxesOf(message, banner)
      return below.top - above.bottom
    })
    .toBeGreaterThan(0)
  await takeScreenshot(page, 'message-above-banner')
  await leave()
  await holder.context.close()
})

test('V3: the popover of columns stays at its button while columns are added', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`view-settings?folder=${encodeURIComponent('svc://my/Finance')}`)
  await rowsOf(page).first().waitFor()
  const button = page.getByRole('button', { name: 'Add column…' })
  await button.click()
  const popover = page.locator('[popover]:popover-open')
  const option = popover.locator('[role=option]:not([aria-disabled])').first()
  await option.waitFor()
  const gap = async () => {
    const [at, shown] = await boxesOf(button, popover)
    return Math.max(shown.y - at.bottom, at.y - shown.bottom)
  }
  const { y } = await boxOf(button)
  expect(await gap()).toBeLessThan(16)
  await option.click()
  await expect.poll(async () => (await boxOf(button)).y).toBeGreaterThan(y)
  expect(await gap()).toBeLessThan(16)
  await leave()
})

test.each([768, 900, 1024, 1280, 1920])(
  'F1: at %i px the path has as many links as fit, and cuts no name',
  async (width) => {
    const { page, leave } = await visit({ as: 'owner', width })
    await page.goto(`files?uri=${encodeURIComponent('svc://my/Photos/Lofoten, summer 2026')}`)
    await rowsOf(page).first().waitFor()
    const path = page.getByRole('navigation', { name: 'Path' })
    const cut = () =>
      path
        .locator('bdi')
        .evaluateAll((names) =>
          names
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        )
    await expect.poll(cut).toEqual([])
    // Narrower ones may have the fallback of the font, in which less fits.
    if (width >= 1280)
      await expect.poll(() => path.getByRole('link').allTextContents()).toEqual(['Files', 'Photos'])
    await leave()
  },
)

test('F1: no name of the path is cut by a fraction of a pixel while the search beside it gives way', async () => {
  const { shares: links } = await ask<{ shares: { id: string; name: string }[] }>(
    'GET',
    '/share?page_size=100',
  )
  const code = links.find(({ name }) => name === 'Code')?.id
  const { page, leave } = await visit({ as: 'colleague', width: 1440 })
  await page.goto(`files?uri=${encodeURIComponent(`svc://${code}@share`)}`)
  await rowsOf(page).first().waitFor()
  await page.getByText('Shared by').waitFor()
  const path = page.getByRole('navigation', { name: 'Path' })
  await path.getByText('Shared with me').waitFor()
  // `scrollWidth` is a whole number of pixels.
  const missing = () =>
    path.locator('bdi').evaluateAll((names) =>
      names.map((name) => {
        const text = document.createRange()
        text.selectNodeContents(name)
        return text.getBoundingClientRect().width - name.getBoundingClientRect().width
      }),
    )
  await expect.poll(async () => Math.max(...(await missing()))).toBeLessThan(0.05)
  await leave()
})

test('F1: the path gives way to a note beside it, opens again after it, and stays as it is while one types in the search', async () => {
  const uri = 'svc://my/Minutes of the year, by everybody/Every single note'
  await create('svc://my/Minutes of the year, by everybody', 'folder')
  await create(uri, 'folder')
  await create(`${uri}/note.txt`, 'file')
  const { page, leave } = await visit({ as: 'owner', width: 1600 })
  // A shorter list is read again at once, without a note.
  await makeLong(page, uri, 2001)
  const follows = page.waitForResponse((response) => response.url().includes('/file/events?'))
  await page.goto(`files?layout=list&uri=${encodeURIComponent(uri)}`)
  await page.getByText('2,001 items').waitFor()
  const links = () => page.getByRole('navigation', { name: 'Path' }).getByRole('link')
  const all = ['Files', 'Minutes of the year, by everybody']
  // Not much wider than it needs to be.
  const resizeTo = async (width: number) => {
    await page.setViewportSize({ width, height: 860 })
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
  }
  for (let width = 1600; width > 1000; width -= 20) {
    await resizeTo(width)
    if ((await links().count()) === all.length) continue
    await resizeTo(width + 20)
    break
  }
  await expect.poll(() => links().allTextContents()).toEqual(all)

  const search = page.getByRole('searchbox')
  await search.pressSequentially('no such note as this one')
  expect(await links().allTextContents()).toEqual(all)
  await page.keyboard.press('Escape')
  await page.getByText('2,001 items').waitFor()
  // While the search has the focus, the path stays as it is.
  await rowsOf(page).first().focus()

  await follows
  await create(`${uri}/one more.txt`, 'file')
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
  await refresh.waitFor()
  await takeScreenshot(page, 'path-beside-note')
  await expect.poll(() => links().allTextContents()).not.toEqual(all)
  await refresh.click()
  await refresh.waitFor({ state: 'detached' })
  await expect.poll(() => links().allTextContents()).toEqual(all)
  await leave()
})

test('T1: an original location that is cut keeps its last folder', async () => {
  const names = ['A long way down', 'through many folders', 'that nobody remembers', 'Invoices']
  let uri = 'svc://my'
  for (const name of names) await create((uri += `/${name}`), 'folder')
  await create(`${uri}/lost.txt`, 'file')
  await ask('DELETE', '/file', { uris: [`${uri}/lost.txt`] })
  const { page, leave } = await visit({ as: 'owner', width: 1024 })
  await page.goto('trash')
  const path = rowsOf(page).filter({ hasText: 'lost.txt' }).getByText('Invoices', { exact: true })
  await path.waitFor()
  const { last, above } = await path.evaluate((name) => {
    const part = name.parentElement
    const isCut = (element: Element | null | undefined) =>
      element ? element.scrollWidth > element.clientWidth : undefined
    return { last: isCut(part), above: isCut(part?.previousElementSibling) }
  })
  expect(above).toBe(true)
  expect(last).toBe(false)
  await leave()
})

test.each([
  ['song', 'svc://my/Music/Slack Tide', '02 Kelp.wav', 'audio'],
  ['film', 'svc://my/Work', 'Kick-off recording.mp4', 'video'],
] as const)('F8: the sample %s plays', async (_kind, folder, name, element) => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`files?layout=list&uri=${encodeURIComponent(folder)}`)
  await rowsOf(page).filter({ hasText: name }).dblclick()
  const media = page.locator(element)
  await media.waitFor()
  await media.evaluate((player: HTMLMediaElement) => {
    player.muted = true
    return player.play()
  })
  await expect
    .poll(() => media.evaluate((player: HTMLMediaElement) => player.currentTime))
    .toBeGreaterThan(0)
  await leave()
})
