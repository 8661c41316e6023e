import { expect, test } from 'vitest'
import { expectAccessible, signInByRequest, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'

const world = journeys()
const { visit, ask } = world

const overflow = (element: Element) => element.scrollWidth - element.clientWidth

async function idOf(name: string): Promise<string> {
  const { shares: links } = await ask<{ shares: { id: string; name: string }[] }>(
    'GET',
    '/share?page_size=100',
  )
  return links.find((share) => share.name === name)?.id ?? ''
}

test('F7: a visitor sees a photo and reads a text on the page of their links', async () => {
  const { page, leave } = await visit()
  await page.goto(`s/${await idOf('Birches behind the house.jpg')}`)
  const photo = page.getByRole('img', { name: 'Birches behind the house.jpg' })
  await photo.waitFor()
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)
  await expectAccessible(page, 'photo of a link')
  await takeScreenshot(page, 'link-photo')
  const widthOfDownload = async () =>
    (await page.getByRole('button', { name: 'Download' }).boundingBox())?.width
  // Below the photo, the button is as wide as a phone, but not as a wider page.
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect.poll(widthOfDownload).toBeLessThan(200)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(widthOfDownload).toBeGreaterThan(320)
  await page.setViewportSize({ width: 1440, height: 860 })
  await page.goto(`s/${await idOf('Attendees.csv')}`)
  await page.getByRole('region', { name: 'Attendees.csv' }).getByText('Ingrid Solberg').waitFor()
  await expectAccessible(page, 'text of a link')
  await leave()
})

test('F7: contents that spend a download of a limit come after Open, on a phone, in Chinese', async () => {
  const url = await ask<string>('PUT', '/share', {
    uri: 'svc://my/Documents/Attendees.csv',
    downloads: 3,
  })
  const { page, leave } = await visit({ width: 390, height: 844, language: 'zh-CN' })
  await page.goto(new URL(url).pathname)
  const open = page.getByRole('button', { name: '打开（剩余 3 / 3 次下载）' })
  await open.waitFor()
  await expectAccessible(page, 'limited link')
  await open.click()
  await page.getByRole('region', { name: 'Attendees.csv' }).waitFor()
  // No word of the table is broken: the name has two lines.
  const cell = await page.getByRole('cell', { name: 'Ingrid Solberg' }).boundingBox()
  expect(cell?.height).toBeLessThan(60)
  // A date is not broken at its hyphens.
  const linesOfDate = await page
    .getByRole('cell', { name: '2026-09-13' })
    .first()
    .evaluate((date) => {
      const text = document.createRange()
      text.selectNodeContents(date)
      return text.getClientRects().length
    })
  expect(linesOfDate).toBe(1)
  await takeScreenshot(page, 'limited-link-phone')
  await leave()
})

test('F7: the README of a shared folder is read on its page, down to a phone', async () => {
  const { page, leave } = await visit()
  await page.goto(`s/${await idOf('Press kit')}`)
  const readme = page.getByRole('region', { name: 'README.md' })
  await readme.getByRole('heading', { level: 3, name: 'Three requests' }).waitFor()
  await expectAccessible(page, 'README')
  await takeScreenshot(page, 'readme')
  // A footnote is gone to within the page.
  await readme.getByRole('link', { name: '1', exact: true }).click()
  await expect.poll(() => page.url()).toContain('#user-content-fn-1')
  await readme.getByRole('heading', { level: 3, name: 'Three requests' }).waitFor()
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => page.locator('html').evaluate(overflow)).toBe(0)
  await expectAccessible(page, 'README at 320 px')
  await readme.getByRole('link', { name: 'Fact sheet.pdf' }).click()
  await page.getByText('Interview (placeholder).mp4', { exact: true }).waitFor()
  // In the folder, it is read in a dialog.
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.getByText('README.md', { exact: true }).dblclick()
  const dialog = page.getByRole('dialog', { name: 'README.md' })
  await dialog.getByRole('heading', { level: 4, name: 'Three requests' }).waitFor()
  await expectAccessible(page, 'README in a dialog')
  await takeScreenshot(page, 'readme-dialog')
  await page.setViewportSize({ width: 390, height: 844 })
  await takeScreenshot(page, 'readme-dialog-phone')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await leave()
})

test.each([
  ['light', 'en', 390, 844],
  ['dark', 'en', 390, 844],
  ['dark', 'en', 1280, 860],
  ['dark', 'zh-CN', 1280, 860],
] as const)(
  'F7: a README looks right in %s, %s, %i px wide',
  async (theme, language, width, height) => {
    const { page, leave } = await visit({ theme, language, width, height })
    await page.goto(`s/${await idOf('Press kit')}`)
    await page.getByRole('heading', { name: 'Three requests' }).waitFor()
    await expectAccessible(page, `README in ${theme}`)
    await takeScreenshot(page, `readme-${theme}-${language}-${width}`)
    await leave()
  },
)

test('F7 Security 2: a README loads and runs nothing, whatever it contains', async () => {
  const { access } = await signInByRequest(world.server)
  const text = [
    '# &copy; Owls &amp; larks',
    '[entity](https://example.org/?a=1&amp;b=2 "a &quot;title&quot;")',
    '![foreign](https://tracker.example/pixel.png) ![own](owl.jpg)',
    '<img src="https://tracker.example/x.png" onerror="alert(1)">',
    '<script>document.title = "taken"</script>',
    '| Where it was heard | Number of the nest box | First heard on |\n| :- | -: | -: |\n| Sund | 12 | 3 May |',
    '- [x] done',
    `\`\`\`html\n<b>${'code '.repeat(40)}</b>\n\`\`\``,
  ].join('\n\n')
  await ask('POST', '/file/create', { uri: 'svc://my/Owls', type: 'folder' })
  const uri = encodeURIComponent('svc://my/Owls/README.md')
  const stored = await fetch(`${world.server.address}api/v4/file/content?uri=${uri}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access}` },
    body: text,
  })
  expect(await stored.json()).toMatchObject({ code: 0 })
  const url = await ask<string>('PUT', '/share', { uri: 'svc://my/Owls', show_readme: true })
  // It leaves only when nothing broke the content policy and no other origin was asked.
  const { page, leave } = await visit()
  await page.goto(new URL(url).pathname)
  const readme = page.getByRole('region', { name: 'README.md' })
  await readme.getByRole('heading', { name: '© Owls & larks' }).waitFor()
  expect(await readme.getByRole('link', { name: 'entity' }).getAttribute('href')).toBe(
    'https://example.org/?a=1&b=2',
  )
  expect(await readme.locator('img, script').count()).toBe(0)
  expect(await page.title()).toContain('Owls')
  await expectAccessible(page, 'README with everything')
  // What is wider than a phone is scrolled in itself.
  await page.setViewportSize({ width: 320, height: 700 })
  for (const name of ['Table', 'Code']) {
    const wide = readme.getByRole('group', { name })
    await expect.poll(() => wide.evaluate(overflow)).toBeGreaterThan(0)
  }
  expect(await page.locator('html').evaluate(overflow)).toBe(0)
  await expectAccessible(page, 'README at 320 px')
  await takeScreenshot(page, 'readme-harmless')
  await leave()
})

test('F8: audio is played in the viewer, from the middle too', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Music/潮间带')}&layout=list`)
  await page.getByRole('row', { name: '夜航.wav' }).dblclick()
  const player = page.locator('audio')
  await player.waitFor()
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(7)
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 4
  })
  await expect
    .poll(() => player.evaluate((audio: HTMLAudioElement) => !audio.seeking && audio.currentTime))
    .toBe(4)
  await expectAccessible(page, 'player')
  await page.keyboard.press('Escape')
  await player.waitFor({ state: 'detached' })
  await leave()
})
