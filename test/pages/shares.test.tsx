import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseSharesUrl } from '#src/pages/shares/url.ts'
import type { Service } from '#src/server/service.ts'
import { phone } from '#src/ui/use-media-query.ts'
import { setMedia } from '../dom.ts'
import { here, renderApp, type RenderOptions, type World } from '../harness.tsx'

const day = 86_400_000
const wide = () => {
  for (const px of [960, 1240, 1280, 1320, 1660, 1700]) setMedia(`(min-width: ${px}px)`, true)
}

type Link = NonNullable<Parameters<Service['lay']['addShare']>[1]>
/** Lays a file and a link to it; returns the link's id. */
function lay(
  { service, mei }: World,
  name: string,
  link: Link = {},
  folder: string[] = [],
): string {
  return service.lay.addShare(service.lay.addFile(mei, [...folder, name], { size: 2_048 }), link)
}
const many = (world: World, count: number) =>
  world.service.db.transaction(() => {
    for (let n = 1; n <= count; n++) lay(world, `file ${n}.txt`)
  })

const page = (options: RenderOptions) => renderApp({ path: '/shares', ...options })
const row = (name: string | RegExp) => screen.findByRole('row', { name })
const names = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.getAttribute('aria-label'))
const chip = (name: string | RegExp) =>
  within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name })
// The code of the details comes with the first that are opened.
/** Opens the details of the focused row and waits for them. */
const enter = async (user: { keyboard(keys: string): Promise<void> }) => {
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.querySelector('aside, dialog[open]')).not.toBeNull())
}
const copied = () => navigator.clipboard.readText()

function refuseClipboard(): void {
  const refused = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  onTestFinished(() => refused.mockRestore())
}

/** One of each state, and what tells them apart. */
function states(world: World): void {
  const now = Date.now()
  lay(world, 'live.txt', { visited: 5, downloaded: 2, createdAt: now - 6 * day })
  lay(world, 'expiring.txt', { expires: now + 3 * day, visited: 9, createdAt: now - 5 * day })
  lay(world, 'expired.txt', { expires: now - day, visited: 1, createdAt: now - 4 * day })
  lay(world, 'used up.txt', {
    remainDownloads: 0,
    downloaded: 4,
    visited: 7,
    createdAt: now - 3 * day,
  })
  const gone = world.service.lay.addFile(world.mei, ['gone.txt'])
  world.service.lay.addShare(gone, { createdAt: now - 2 * day, visited: 3 })
  world.service.lay.trashFile(gone)
  const album = world.service.lay.addFolder(world.mei, ['Album'])
  world.service.lay.addShare(album, {
    password: 'p w',
    createdAt: now - day,
    visited: 11,
    shareView: true,
  })
}

describe('S1', () => {
  it('shows one row per link with its facts', async () => {
    wide()
    await page({
      world: (world) => {
        lay(world, 'plan.pdf', {
          visited: 1_234,
          downloaded: 3,
          remainDownloads: 17,
          price: 5,
          expires: Date.now() + 30 * day,
          password: 'x1',
        })
        lay(world, 'photo.jpg')
      },
    })
    const plan = await row('plan.pdf')
    for (const fact of ['Live', '1,234', '3 of 20', '5', 'Anyone, with password'])
      expect(within(plan).getByText(fact)).toBeInTheDocument()
    expect(within(plan).getAllByRole('gridcell')).toHaveLength(10)
    const photo = await row('photo.jpg')
    expect(within(photo).getByText('Anyone')).toBeInTheDocument()
    expect(within(photo).getByText('—')).toBeInTheDocument()
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      '',
      'Name',
      'State',
      'Visits',
      'Downloads',
      'Expires',
      'Access',
      'Price',
      'Created',
      '',
    ])
    expect(document.title).toBe('Shares · Latchkey')
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '3')
  })

  it('shows the same facts as cards on a phone', async () => {
    setMedia(phone, true)
    await page({ world: (world) => void lay(world, 'plan.pdf', { visited: 4, downloaded: 3 }) })
    const plan = await row('plan.pdf')
    expect(within(plan).getByText('4 visits')).toBeInTheDocument()
    expect(within(plan).getByText('Live')).toBeInTheDocument()
    expect(within(plan).getByRole('button', { name: 'Copy link to plan.pdf' })).toBeInTheDocument()
  })

  it('shows who gets in when the permission setting names audiences', async () => {
    wide()
    await page({
      world: (world) => {
        const none = { same_group: null, everyone: null, other: null, anonymous: null }
        const explicit = { group_explicit: {}, user_explicit: {} }
        lay(world, 'group.txt', {
          permissionSetting: { ...none, ...explicit, same_group: 'Aw==' },
        })
        lay(world, 'people.txt', {
          permissionSetting: { ...none, ...explicit, user_explicit: { a1: 'AQ==', b2: 'AQ==' } },
        })
      },
    })
    expect(within(await row('group.txt')).getByText('Same group, can change')).toBeInTheDocument()
    expect(within(await row('people.txt')).getByText('2 people')).toBeInTheDocument()
  })
})

describe('S2', () => {
  it.each([
    ['live.txt', 'Live', 'The link works.'],
    ['expiring.txt', /^Expires in/, 'The link works, but not for much longer.'],
    ['expired.txt', 'Expired', /Its time has run out/],
    ['used up.txt', 'Used up', /All its downloads have been used/],
    ['gone.txt', 'Source gone', /has been deleted or is in the trash/],
  ])('explains the state of %s', async (name, word, why) => {
    const { user } = await page({ world: states })
    const one = await row(name)
    expect(within(one).getByText(word)).toHaveAttribute('title', expect.stringMatching(why))
    await user.click(one)
    await enter(user)
    const details = await screen.findByRole('complementary', { name })
    expect(within(details).getByText(why)).toBeInTheDocument()
  })

  it('learns that the source lies in a trashed folder when the link is opened, not before', async () => {
    const { user, requests } = await page({
      world: (world) => {
        lay(world, 'inside.txt', {}, ['Folder'])
        world.service.lay.trashFile(world.service.lay.addFolder(world.mei, ['Folder']))
      },
    })
    const inside = await row('inside.txt')
    expect(within(inside).getByText('Live')).toBeInTheDocument()
    expect(requests.filter(({ path }) => path.startsWith('/share/info'))).toEqual([])
    await user.click(inside)
    await enter(user)
    expect(await within(inside).findByText('Source gone')).toBeInTheDocument()
    const details = screen.getByRole('complementary', { name: 'inside.txt' })
    expect(within(details).getByText(/deleted or is in the trash/)).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('S3', () => {
  it('searches as one types, and says so in the address', async () => {
    const { user } = await page({ world: states })
    await row('live.txt')
    await user.keyboard('/exp')
    await waitFor(() => expect(names()).toEqual(['expired.txt', 'expiring.txt']))
    expect(here()).toBe('/shares?q=exp')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(names()).toHaveLength(6))
    expect(here()).toBe('/shares')
  })

  it('finds names whatever their case and however their letters are composed', async () => {
    await page({
      path: `/shares?q=${encodeURIComponent('É')}`,
      world: (world) => {
        lay(world, 'Cafe\u0301.txt')
        lay(world, 'other.txt')
      },
    })
    await screen.findByRole('grid')
    expect(names()).toEqual(['Cafe\u0301.txt'])
  })

  it.each([
    [/^Live/, 'state=live', ['Album', 'expiring.txt', 'live.txt']],
    [/^Expiring/, 'state=expiring', ['expiring.txt']],
    [/^Dead links/, 'state=dead', ['gone.txt', 'used up.txt', 'expired.txt']],
    [/^Password/, 'protection=password', ['Album']],
    [/^Folders/, 'kind=folder', ['Album']],
  ])('filters by %s', async (label, query, expected) => {
    const { user } = await page({ world: states })
    await row('live.txt')
    await user.click(chip(label))
    expect(names()).toEqual(expected)
    expect(here()).toBe(`/shares?${query}`)
    expect(chip(label)).toHaveAttribute('aria-pressed', 'true')
    await user.click(chip(label))
    expect(here()).toBe('/shares')
    expect(names()).toHaveLength(6)
  })

  it('filters dead links by their cause', async () => {
    const { user } = await page({ world: states })
    await row('live.txt')
    expect(chip(/^Dead links/)).toHaveTextContent('3')
    await user.click(chip(/^Dead links/))
    await user.click(chip('Used up'))
    expect(names()).toEqual(['used up.txt'])
    expect(here()).toBe('/shares?state=usedUp')
  })

  it.each([
    ['Name', 'sort=name', 'Album'],
    ['State', 'sort=state', 'expiring.txt'],
    ['Visits', 'sort=visits', 'Album'],
    ['Downloads', 'sort=downloads', 'used up.txt'],
    ['Expires', 'sort=expires', 'expired.txt'],
    ['Access', 'sort=access', 'gone.txt'],
  ])('sorts by %s, and the other way round', async (label, query, first) => {
    wide()
    const { user } = await page({ world: states })
    await row('live.txt')
    const head = () => screen.getByRole('columnheader', { name: label })
    await user.click(within(head()).getByRole('button'))
    expect(names()[0]).toBe(first)
    expect(here()).toBe(`/shares?${query}`)
    const before = head().getAttribute('aria-sort')
    const order = names()
    await user.click(within(head()).getByRole('button'))
    expect(head().getAttribute('aria-sort')).not.toBe(before)
    expect(names()).not.toEqual(order)
    expect(here()).toMatch(new RegExp(`${query}&dir=`))
  })

  it('sorts names as people do, file2 before file10', async () => {
    await page({
      path: '/shares?sort=name',
      world: (world) => {
        for (const name of ['file10.txt', 'file2.txt', 'File1.txt']) lay(world, name)
      },
    })
    await row('file2.txt')
    expect(names()).toEqual(['File1.txt', 'file2.txt', 'file10.txt'])
  })

  it('shows the same screen after a reload', async () => {
    await page({ path: '/shares?q=e&state=dead&sort=name&dir=desc&open=none', world: states })
    await screen.findByRole('grid')
    expect(names()).toEqual(['used up.txt', 'gone.txt', 'expired.txt'])
    expect(screen.getByRole('searchbox')).toHaveValue('e')
    expect(chip(/^Dead links/)).toHaveAttribute('aria-pressed', 'true')
    expect(await screen.findByText('This link is no longer in the list.')).toBeInTheDocument()
  })

  it('Back returns to the filter before', async () => {
    const { user } = await page({ world: states })
    await row('live.txt')
    await user.click(chip(/^Dead links/))
    await user.click(chip(/^Folders/))
    expect(await screen.findByText('No link matches.')).toBeInTheDocument()
    act(() => window.history.back())
    await waitFor(() => expect(here()).toBe('/shares?state=dead'))
    await waitFor(() => expect(names()).toHaveLength(3))
  })

  it('takes an address with rubbish in it for the defaults', () => {
    const url = parseSharesUrl(new URLSearchParams('state=x&sort=y&dir=z&kind=&protection=no'))
    expect(url).toEqual(parseSharesUrl(new URLSearchParams()))
  })

  it('counts honestly while the list is walked, and finally', async () => {
    let release = () => {}
    const { requests } = await page({
      world: (world) => many(world, 230),
      faults: (faults) => {
        faults.next((sent) => sent.path === '/share' && sent.query.has('next_page_token'), {
          kind: 'delay',
          ms: 700,
        })
        release = () => faults.clear()
      },
    })
    expect(await screen.findByText('100 so far')).toBeInTheDocument()
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '-1')
    expect(screen.getByText('The rest is still loading.')).toBeInTheDocument()
    release()
    expect(await screen.findByText('230 links')).toBeInTheDocument()
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '231')
    const asked = requests.filter(({ path }) => path === '/share')
    expect(asked).toHaveLength(3)
    for (const { query } of asked) expect(query).not.toContain('order_by')
  })

  it('says what would be here when there is nothing, and what matches when nothing does', async () => {
    const { user } = await page({})
    expect(await screen.findByText('Links you create appear here.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Go to Files' }))
    await waitFor(() => expect(here()).toBe('/files'))
  })
})

describe('S4', () => {
  const secret = (world: World) =>
    void lay(world, 'plan.pdf', { password: 'pa ss', expires: Date.now() + 30 * day })

  it('copies a link in one click, without its password', async () => {
    const { user } = await page({ world: secret })
    await user.click(await screen.findByRole('button', { name: 'Copy link to plan.pdf' }))
    expect(await copied()).toMatch(/^http:\/\/localhost[^/]*\/s\/\w+$/)
    expect(here()).toBe('/shares')
  })

  it('copies link, password and expiry together when that is asked for', async () => {
    const { user } = await page({ world: secret })
    await user.click(await row('plan.pdf'))
    await enter(user)
    await user.click(await screen.findByRole('button', { name: 'Copy with password' }))
    expect(await copied()).toMatch(
      /^http:\/\/localhost\S*\/s\/\w+\nPassword: pa ss\nExpires: .*\d{4}.*$/,
    )
  })

  it.each([
    ['As lines', /^http\S+\/s\/\w+\nhttp\S+\/s\/\w+$/],
    ['As Markdown', /^- \[=1\\\+1, "b"\\\.csv\]\(<http\S+>\)\n- \[a\\\*b\\\.txt\]\(<http\S+>\)$/],
    ['As CSV', /^name,url\r\n"'=1\+1, ""b""\.csv",http\S+\r\na\*b\.txt,http\S+$/],
  ])('copies several %s, passwords left out', async (label, expected) => {
    const { user } = await page({
      world: (world) => {
        lay(world, 'a*b.txt', { password: 'hidden' })
        lay(world, '=1+1, "b".csv')
      },
    })
    await row('a*b.txt')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    expect(screen.getByText('2 selected')).toHaveRole('status')
    await user.click(screen.getByRole('button', { name: 'Copy links' }))
    await user.click(await screen.findByRole('menuitem', { name: label }))
    await waitFor(async () => expect(await copied()).toMatch(expected))
    expect(await copied()).not.toContain('hidden')
    expect(await screen.findByText('2 links copied')).toBeInTheDocument()
  })

  it('copies a link within four keys of the list', async () => {
    const { user } = await page({ world: secret })
    const plan = await row('plan.pdf')
    act(() => screen.getByRole('checkbox', { name: 'Select all' }).focus())
    act(() => plan.focus())
    await user.keyboard('c')
    expect(await copied()).toMatch(/\/s\/\w+$/)
  })

  it('shows the text selected when the clipboard is refused', async () => {
    const { user } = await page({ world: secret })
    await row('plan.pdf')
    refuseClipboard()
    await user.click(screen.getByRole('button', { name: 'Copy link to plan.pdf' }))
    const dialog = await screen.findByRole('dialog')
    const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox')
    expect(field.value).toMatch(/\/s\/\w+$/)
    expect(field.selectionStart).toBe(0)
    expect(field.selectionEnd).toBe(field.value.length)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

describe('S5', () => {
  const open = async (name: string, options: RenderOptions) => {
    const view = await page(options)
    await view.user.click(await row(name))
    await enter(view.user)
    return { ...view, panel: within(await screen.findByRole('complementary', { name })) }
  }

  it('shows a QR code when asked', async () => {
    const { user, panel } = await open('plan.pdf', {
      world: (world) => void lay(world, 'plan.pdf'),
    })
    expect(panel.queryByRole('img', { name: /^QR code/ })).not.toBeInTheDocument()
    await user.click(panel.getByRole('button', { name: 'QR code' }))
    const code = await panel.findByRole('img', { name: 'QR code of the link to plan.pdf' })
    expect(code.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(500)
    expect(panel.getByRole('button', { name: 'Download as SVG' })).toBeInTheDocument()
  })

  it('keeps the password behind dots, shows it when asked, and copies it', async () => {
    const { user, panel } = await open('plan.pdf', {
      world: (world) => void lay(world, 'plan.pdf', { password: 'geheim-77' }),
    })
    expect(document.body.innerHTML).not.toContain('geheim-77')
    await user.click(panel.getByRole('button', { name: 'Copy password' }))
    expect(await copied()).toBe('geheim-77')
    expect(document.body.innerHTML).not.toContain('geheim-77')
    await user.click(panel.getByRole('button', { name: 'Show password' }))
    expect(panel.getByText('geheim-77')).toBeInTheDocument()
    await user.click(panel.getByRole('button', { name: 'Hide password' }))
    expect(document.body.innerHTML).not.toContain('geheim-77')
    expect(here() + document.title + JSON.stringify(sessionStorage)).not.toContain('geheim')
  })

  it('decodes who may do what, and shows as stored what it cannot decode', async () => {
    const { panel } = await open('plan.pdf', {
      world: (world) => {
        lay(world, 'plan.pdf', {
          permissionSetting: {
            everyone: 'AQ==',
            anonymous: '',
            same_group: 'Dw==',
            other: '!raw!',
            group_explicit: { g7: 'Aw==' },
            user_explicit: { [world.lin]: 'gAE=' },
          },
        })
      },
    })
    const fact = (term: string) => panel.getByText(term).closest('dt')?.nextElementSibling
    expect(fact('Everyone')).toHaveTextContent('Read')
    expect(fact('Not signed in')).toHaveTextContent('Nothing')
    expect(fact('Same group')).toHaveTextContent('Read, change, add, delete')
    expect(fact('Other groups')).toHaveTextContent('As stored: !raw!')
    expect(fact('Group g7')).toHaveTextContent('Read, change')
    await panel.findByText('Lin Okafor')
    expect(fact('Lin Okafor')).toHaveTextContent('#7, #8')
  })

  it('shows owner, dates, size and whose view visitors see', async () => {
    const { panel } = await open('Album', { world: states })
    expect(await panel.findByText('Mei Wang')).toBeInTheDocument()
    expect(panel.getByText('Visitors see my view settings')).toBeInTheDocument()
    expect(panel.getByText('Never expires')).toBeInTheDocument()
  })

  it('is in the address, and closes with Escape on to its row', async () => {
    const { user } = await open('plan.pdf', { world: (world) => void lay(world, 'plan.pdf') })
    expect(here()).toMatch(/^\/shares\?open=\w+$/)
    await user.click(screen.getByRole('button', { name: /^Close/ }))
    await waitFor(() => expect(here()).toBe('/shares'))
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
    expect(document.body).not.toHaveFocus()
  })
})

describe('S10', () => {
  const show = async (name: string, world: (world: World) => void) => {
    const view = await page({ world })
    await view.user.click(await row(name))
    await enter(view.user)
    const panel = within(await screen.findByRole('complementary', { name }))
    await view.user.click(panel.getByRole('button', { name: 'Show' }))
    return { ...view, panel }
  }
  const target = () => {
    const params = new URLSearchParams(window.location.search)
    return [window.location.pathname, params.get('uri'), params.get('focus')]
  }
  const own = (path: string) => `svc://my/${path}`

  it('goes to the folder of a shared file, with the file in focus', async () => {
    await show('a b.txt', (world) => void lay(world, 'a b.txt', {}, ['Deep', 'Down']))
    await waitFor(() =>
      expect(target()).toEqual(['/files', own('Deep/Down'), own('Deep/Down/a%20b.txt')]),
    )
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('a b.txt'))
  })

  it('goes to the parent of a shared folder, with the folder in focus', async () => {
    await show('Down', ({ service, mei }) => {
      service.lay.addShare(service.lay.addFolder(mei, ['Deep', 'Down']))
    })
    await waitFor(() => expect(target()).toEqual(['/files', own('Deep'), own('Deep/Down')]))
  })

  it('finds the item of a dead link by its name and its links', async () => {
    await show('twin.txt', (world) => {
      world.service.lay.addFile(world.mei, ['A', 'twin.txt'])
      lay(world, 'twin.txt', { expires: Date.now() - day }, ['B'])
    })
    await waitFor(() => expect(target()[2]).toMatch(/my\/B\/twin\.txt$/))
    expect(target()[1]).toMatch(/my\/B$/)
  })

  it('leads to the trash when the item is there', async () => {
    const { user, panel } = await show('gone.txt', states)
    expect(await panel.findByText('Its item is in the trash.')).toBeInTheDocument()
    await user.click(panel.getByRole('button', { name: 'Show in Trash' }))
    await waitFor(() => expect(here()).toBe('/trash?q=gone.txt'))
  })

  it('says so when the item is nowhere to be found', async () => {
    const { panel } = await show('inside.txt', (world) => {
      lay(world, 'inside.txt', {}, ['Folder'])
      world.service.lay.trashFile(world.service.lay.addFolder(world.mei, ['Folder']))
    })
    expect(await panel.findByText(/could not be found/)).toBeInTheDocument()
  })
})

describe('G8', () => {
  it.each([
    ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
    ['invoice\u202Efdp.exe', 'invoice⟦U+202E⟧fdp.exe'],
    ['two\nlines.txt', 'two␊lines.txt'],
    ['字'.repeat(83) + '.txt', '字'.repeat(83) + '.txt'],
    ['👩‍👩‍👧‍👦.png', '👩‍👩‍👧‍👦.png'],
  ])('shows %j as data, in the list and in its details', async (name, shown) => {
    const { user } = await page({ world: (world) => void lay(world, name) })
    const grid = await screen.findByRole('grid')
    const one = within(grid).getAllByRole('row')[1] as HTMLElement
    const text = within(one).getByTitle(shown)
    expect(text.tagName).toBe('BDI')
    await user.click(one)
    await enter(user)
    const panel = await screen.findByRole('complementary')
    expect(within(panel).getByTitle(shown).tagName).toBe('BDI')
    expect(document.querySelector('img[src="x"]')).toBeNull()
  })
})

describe('G10', () => {
  it('never acts on what a filter hides', async () => {
    const { user } = await page({ world: states })
    await row('live.txt')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    expect(screen.getByText('6 selected')).toBeInTheDocument()
    await user.click(chip(/^Folders/))
    expect(screen.getByText('1 selected')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Copy links' }))
    await user.click(await screen.findByRole('menuitem', { name: 'As lines' }))
    expect((await copied()).split('\n')).toHaveLength(1)
  })

  it('Ctrl+A selects all before anything has focus, and leaves what is typed alone', async () => {
    const { user } = await page({ world: states })
    await row('live.txt')
    await user.keyboard('{Control>}a{/Control}')
    expect(screen.getByText('6 selected')).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await user.type(screen.getByRole('searchbox'), 'live{Control>}a{/Control}')
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument()
  })

  it('Escape clears the selection first, then closes the details', async () => {
    const { user } = await page({ world: states })
    await user.click(await row('live.txt'))
    await enter(user)
    await screen.findByRole('complementary', { name: 'live.txt' })
    await user.keyboard('{Escape}')
    expect(screen.queryByText('1 selected')).not.toBeInTheDocument()
    expect(screen.getByRole('complementary', { name: 'live.txt' })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('complementary')).not.toBeInTheDocument())
  })

  it('selecting all takes in the links that are still to come', async () => {
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    const { user } = await page({
      world: (world) => many(world, 150),
      faults: (faults) =>
        faults.next((sent) => sent.path === '/share' && sent.query.has('next_page_token'), {
          kind: 'hold',
          until,
        }),
    })
    await row('file 150.txt')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    expect(screen.getByText('100 selected')).toBeInTheDocument()
    release()
    expect(await screen.findByText('150 selected')).toBeInTheDocument()
  })

  it('keeps the selection when the list is refreshed', async () => {
    const { user, service, mei, requests } = await page({ world: states })
    await user.click(await row('live.txt'))
    service.lay.addShare(service.lay.addFile(mei, ['new.txt']))
    const before = requests.length
    await user.keyboard('r')
    expect(await row('new.txt')).toBeInTheDocument()
    expect(requests.length).toBeGreaterThan(before)
    expect(screen.getByText('1 selected')).toBeInTheDocument()
    expect(await row('live.txt')).toHaveAttribute('aria-selected', 'true')
    expect(await row('new.txt')).toHaveAttribute('aria-selected', 'false')
  })
})
