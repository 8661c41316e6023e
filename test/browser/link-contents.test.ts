import { expect, test } from 'vitest'
import { expectAccessible, takeScreenshot } from './app-server.ts'
import { journeys } from './journeys.ts'

const { visit, ask } = journeys()

async function idOf(name: string): Promise<string> {
  const { shares } = await ask<{ shares: { id: string; name: string }[] }>(
    'GET',
    '/share?page_size=100',
  )
  return shares.find((share) => share.name === name)?.id ?? ''
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
  await takeScreenshot(page, 'limited-link-phone')
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
