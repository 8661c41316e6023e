import { expect, test } from 'vitest'
import { expectAccessible, takeScreenshot, type VisitOptions } from '../../app-server.ts'
import { journeys } from '../../journeys.ts'
import { layoutFaults } from '../../layout/layout-faults.ts'
import { filesAt } from '../../layout/page-states.ts'

/* What a visitor sees of a link, whatever it leads to, on phones, in the dark, in Chinese and from right to left. */

const { visit, ask } = journeys()

type Link = { id: string; name: string; expired?: boolean; price?: number }

/** The addresses of links of every kind, by kind; those that the sample data has none of are made. */
async function linksOfEveryKind(): Promise<[kind: string, path: string][]> {
  const { shares: links } = await ask<{ shares: Link[] }>('GET', '/share?page_size=100')
  const named = (name: string, isWanted: (link: Link) => boolean = () => true) => {
    const found = links.find((link) => link.name === name && isWanted(link))
    if (!found) throw new Error(`there is no link to ${name}`)
    return `s/${found.id}`
  }
  const make = async (path: string, options: object = {}) => {
    const url = await ask<string>('PUT', '/share', { uri: `svc://my/${path}`, ...options })
    return new URL(url).pathname.slice(1)
  }
  const folder = await make('Photos/City')
  const id = folder.split('/')[1] ?? ''
  return [
    ['photo', named('Birches behind the house.jpg')],
    ['text', named('Attendees.csv')],
    ['folder', folder],
    ['folder-open', filesAt(`svc://${id}@share`)],
    ['video', await make('Work/Kick-off recording.mp4')],
    ['audio', await make('Music/潮间带/夜航.wav')],
    ['pdf', await make('Documents/Quarterly review.pdf')],
    ['protected', named('Lofoten, summer 2026')],
    ['limited', await make('Documents/Attendees.csv', { downloads: 3 })],
    ['limited-photo', await make('Photos/Home/Birches behind the house.jpg', { downloads: 3 })],
    ['expired', named('تقرير يوليو ٢٠٢٦.txt')],
    ['priced', named('DJI_0142 over the sound.jpg')],
    ['unknown', 's/nothing'],
  ]
}

const looks: (VisitOptions & { isRightToLeft?: boolean; isOnlyForPictures?: boolean })[] = [
  { width: 320, height: 640 },
  { width: 390, height: 844, theme: 'dark', language: 'zh-CN' },
  { width: 390, height: 844, isRightToLeft: true },
  { width: 640, height: 900, language: 'zh-CN', isOnlyForPictures: true },
  { width: 768, height: 1024, theme: 'dark' },
  { width: 1024, height: 768, theme: 'dark', language: 'zh-CN', isOnlyForPictures: true },
  { width: 1280, height: 860, isOnlyForPictures: true },
  { width: 1440, height: 860, theme: 'dark', isRightToLeft: true, isOnlyForPictures: true },
  { width: 1440, height: 860, language: 'zh-CN' },
  { width: 1920, height: 1080, theme: 'dark', isOnlyForPictures: true },
]
let links: [kind: string, path: string][] | undefined

test.each(looks.filter((look) => process.env['LATCHKEY_SHOTS'] || !look.isOnlyForPictures))(
  'F7: a link of every kind at $width px, theme $theme, language $language, right to left $isRightToLeft',
  { timeout: 120_000 },
  async ({ isRightToLeft = false, ...look }) => {
    links ??= await linksOfEveryKind()
    const { page, allow, leave } = await visit(look)
    allow(/Failed to load resource/)
    const found: string[] = []
    for (const [kind, path] of links) {
      await page.goto(path)
      // The page of a link to a folder leads to the contents by itself.
      if (kind === 'folder') await page.waitForURL('**/files?**')
      await page.locator('h1, strong').first().waitFor()
      if (isRightToLeft) await page.evaluate(() => (document.documentElement.dir = 'rtl'))
      await page.waitForFunction(
        () =>
          [...document.images].every(({ complete }) => complete) &&
          !document.querySelector('[role=progressbar]'),
      )
      found.push(...(await layoutFaults(page)).map((fault) => `${kind}: ${fault}`))
      // Neither the width of the window nor the direction of the text changes what axe looks at.
      if (look.width !== 1440 && !isRightToLeft) await expectAccessible(page, `${kind} of a link`)
      const name = [look.width, look.theme ?? 'light', look.language ?? 'en']
      await takeScreenshot(page, `link-${kind}-${name.join('-')}${isRightToLeft ? '-rtl' : ''}`)
    }
    expect(found).toEqual([])
    await leave()
  },
)
