import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { phoneQuery } from '#src/ui/sizes/use-media-query.ts'
import { setMedia } from '../../dom/dom-state.ts'
import { held } from '../../dom/network.ts'
import { withTooltip } from '../../dom/tooltips.ts'
import { day, wide, seedShare, many, page, row, chip, enter, copied, states } from './fixtures.tsx'

describe('S1', () => {
  it('shows one row per link with its facts', async () => {
    wide()
    await page({
      seed: (backend) => {
        seedShare(backend, 'plan.pdf', {
          visited: 1_234,
          downloaded: 3,
          remainDownloads: 17,
          price: 5,
          expires: Date.now() + 30 * day,
          password: 'x1',
        })
        seedShare(backend, 'photo.jpg')
      },
    })
    const plan = await row('plan.pdf')
    for (const fact of [
      'Live',
      /until .* · 3 of 20$/,
      '1,234',
      '3',
      'Public, with password · paid',
    ])
      expect(within(plan).getByText(fact)).toBeInTheDocument()
    expect(within(plan).getAllByRole('gridcell')).toHaveLength(9)
    const photo = await row('photo.jpg')
    expect(within(photo).getByText('Public')).toBeInTheDocument()
    expect(within(photo).queryByText(/·/)).not.toBeInTheDocument()
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      '',
      'Name',
      'Folder',
      'State',
      'Visits',
      'Downloads',
      'Access',
      'Created',
      'Copy link',
    ])
    expect(document.title).toBe('Shares · Latchkey')
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '3')
  })

  it('shows the same facts as cards on a phone', async () => {
    setMedia(phoneQuery, true)
    await page({
      seed: (backend) =>
        void seedShare(backend, 'plan.pdf', {
          visited: 4,
          downloaded: 3,
          price: 5,
          password: 'x1',
          expires: Date.now() + 300 * day,
        }),
    })
    const plan = await row('plan.pdf')
    expect(within(plan).getByText('4 visits')).toBeInTheDocument()
    expect(within(plan).getByText('Live')).toBeInTheDocument()
    expect(within(plan).getByText(/until/)).toBeInTheDocument()
    expect(await within(plan).findByText('Public, with password · paid')).toBeInTheDocument()
    // The list is sorted by it.
    expect(within(plan).getByText(/^Created \w/)).toBeInTheDocument()
    expect(within(plan).getByRole('button', { name: 'Copy link to plan.pdf' })).toBeInTheDocument()
  })

  it('says on a phone what the list is sorted by before other facts, behind who may open it', async () => {
    setMedia(phoneQuery, true)
    await page({
      path: '/shares?sort=visits',
      seed: (backend) => void seedShare(backend, 'plan.pdf', { visited: 4, remainDownloads: 3 }),
    })
    expect(await row('plan.pdf')).toHaveTextContent(/LivePublic4 visits0 of 3/)
  })

  it('offers on a phone to extend a dead link, where the others are copied, and a new link beside the menu', async () => {
    setMedia(phoneQuery, true)
    const { user } = await page({
      seed: (backend) => {
        seedShare(backend, 'plan.pdf', { expires: Date.now() - day })
        seedShare(backend, 'photo.jpg')
      },
    })
    const plan = within(await row('plan.pdf'))
    expect(plan.getByRole('button', { name: 'Extend the link to plan.pdf' })).toBeInTheDocument()
    expect(plan.queryByRole('button', { name: /^Copy/ })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'New link…' }))
    expect(await screen.findByRole('dialog', { name: 'New link' })).toBeInTheDocument()
  })

  it('says below the name what has no column, and first what the list is sorted by', async () => {
    await page({
      path: '/shares?sort=downloads',
      seed: (backend) => void seedShare(backend, 'plan.pdf', { visited: 4, downloaded: 3 }),
    })
    const [, name] = within(await row('plan.pdf')).getAllByRole('gridcell')
    await waitFor(() => expect(name).toHaveTextContent('plan.pdf3 downloadsPublic4 visitsFiles'))
  })

  it('has one line in compact rows', async () => {
    localStorage.setItem('latchkey.preferences', JSON.stringify({ density: 'compact' }))
    await page({ seed: (backend) => void seedShare(backend, 'plan.pdf', { visited: 4 }) })
    const [, name] = within(await row('plan.pdf')).getAllByRole('gridcell')
    expect(name).toHaveTextContent(/^plan\.pdf(plan|\.pdf)*Created/)
    expect(name).not.toHaveTextContent('4 visits')
  })
})

describe('S2', () => {
  it.each([
    ['live.txt', 'Live', 'The link works.'],
    ['expiring.txt', /^Expires in/, /^Works until \w{3}, \w{3} \d+(?:, \d{4})?$/],
    ['expired.txt', 'Expired', /It has expired\./],
    ['used up.txt', 'Used up', /All downloads are used/],
    ['gone.txt', 'Source gone', /is deleted or in the trash/],
  ])('explains the state of %s', async (name, word, why) => {
    const { user } = await page({ seed: states })
    const one = await row(name)
    expect(within(one).getByText(word)).toHaveAttribute('data-tooltip', expect.stringMatching(why))
    await user.click(one)
    await enter(user)
    const details = await screen.findByRole('complementary', { name })
    expect(within(details).getByText(why)).toBeInTheDocument()
  })

  it('rule 9.5 learns that the source lies in a trashed folder once its row is in view, and the details say so', async () => {
    const { user } = await page({
      seed: (backend) => {
        seedShare(backend, 'inside.txt', {}, ['Folder'])
        backend.service.seed.trashFile(backend.service.seed.addFolder(backend.mei, ['Folder']))
      },
    })
    const inside = await row('inside.txt')
    expect(await within(inside).findByText('Source gone')).toBeInTheDocument()
    await user.click(inside)
    await enter(user)
    const details = screen.getByRole('complementary', { name: 'inside.txt' })
    expect(within(details).getByText(/is deleted or in the trash/)).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('counts dead links as “at least”, and says why, until each live one has been asked for its item', async () => {
    let answer = () => {}
    const until = new Promise<void>((resolve) => (answer = resolve))
    await page({
      seed: (backend) => {
        seedShare(backend, 'expired.txt', { expires: Date.now() - day })
        seedShare(backend, 'live.txt')
        seedShare(backend, 'inside.txt', {}, ['Folder'])
        backend.service.seed.trashFile(backend.service.seed.addFolder(backend.mei, ['Folder']))
      },
      faults: (faults) => faults.always('GET /share/info/*', { kind: 'hold', until }),
    })
    await row('inside.txt')
    expect(chip('Dead links at least 1')).toHaveTextContent('1+')
    expect(chip(/^Dead links/)).toHaveAttribute(
      'data-tooltip',
      expect.stringMatching(/deleted folders/),
    )
    expect(chip('Live at most 2')).toHaveTextContent('2−')
    expect(chip('Expiring 0')).toBeVisible()
    expect(chip(/^Live/)).toHaveAttribute('data-tooltip', expect.stringMatching(/deleted folders/))
    answer()
    await waitFor(() => expect(chip(/^Dead links/)).toHaveTextContent(/^Dead links 2$/))
    expect(chip(/^Live/)).toHaveTextContent(/^Live 1$/)
    expect(chip(/^Dead links/)).not.toHaveAttribute('data-tooltip')
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
    const { user } = await page({ seed: (backend) => void seedShare(backend, name) })
    const grid = await screen.findByRole('grid')
    const one = within(grid).getAllByRole('row')[1] as HTMLElement
    expect(withTooltip(shown, one)[0]?.tagName).toBe('BDI')
    within(one).getByRole('button', { name: `Copy link to ${shown}` })
    await user.click(one)
    await enter(user)
    const panel = await screen.findByRole('complementary')
    expect(withTooltip(shown, panel)[0]?.tagName).toBe('BDI')
    expect(document.querySelector('img[src="x"]')).toBeNull()
  })
})

describe('G10', () => {
  it('never acts on what a filter hides', async () => {
    const { user } = await page({ seed: states })
    await row('live.txt')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await waitFor(() => expect(screen.getByText('6 selected')).toBeInTheDocument())
    await user.click(chip(/^Folders/))
    await waitFor(() => expect(screen.getByText('1 selected')).toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Copy links' }))
    // The same formats follow once more, with passwords.
    const [lines] = await screen.findAllByRole('menuitem', { name: 'Plain links' })
    await user.click(lines as HTMLElement)
    expect((await copied()).split('\n')).toHaveLength(1)
  })

  it('Ctrl+A selects all before anything has focus, and leaves what is typed alone', async () => {
    const { user } = await page({ seed: states })
    await row('live.txt')
    await user.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(screen.getByText('6 selected')).toBeInTheDocument())
    await user.keyboard('{Escape}')
    await user.type(screen.getByRole('searchbox'), 'live{Control>}a{/Control}')
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument()
  })

  it('Escape clears the selection first, then closes the details', async () => {
    const { user } = await page({ seed: states })
    await user.click(await row('live.txt'))
    await enter(user)
    await screen.findByRole('complementary', { name: 'live.txt' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('1 selected')).not.toBeInTheDocument())
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
      seed: (backend) => many(backend, 150),
      faults: (faults) =>
        faults.next((sent) => sent.path === '/share' && sent.query.has('next_page_token'), {
          kind: 'hold',
          until,
        }),
    })
    await row('file 150.txt')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await waitFor(() => expect(screen.getByText('100 selected')).toBeInTheDocument())
    release()
    expect(await screen.findByText('150 selected')).toBeInTheDocument()
  })

  it('keeps the selection when the list is refreshed', async () => {
    const { user, service, mei, requests } = await page({ seed: states })
    await user.click(await row('live.txt'))
    service.seed.addShare(service.seed.addFile(mei, ['new.txt']))
    const before = requests.length
    await user.keyboard('r')
    expect(await row('new.txt')).toBeInTheDocument()
    expect(requests.length).toBeGreaterThan(before)
    expect(screen.getByText('1 selected')).toBeInTheDocument()
    expect(await row('live.txt')).toHaveAttribute('aria-selected', 'true')
    expect(await row('new.txt')).toHaveAttribute('aria-selected', 'false')
  })
})

it('S3, G7 says how many match while others are to come, and announces it once there are all', async () => {
  const later = held()
  const { user } = await page({
    isStrict: false,
    seed: (backend) => many(backend, 130),
    faults: (faults) =>
      faults.next(
        (sent) => sent.path === '/share' && sent.query.has('next_page_token'),
        later.fault,
      ),
  })
  const count = await screen.findByText('100 so far')
  expect(count).toHaveAttribute('aria-busy', 'true')
  await user.type(screen.getByRole('searchbox'), 'file 12')
  await waitFor(() => expect(count).toHaveTextContent(/^\d+ of 100 so far$/))
  expect(count).toHaveAttribute('aria-busy', 'true')
  later.free()
  await waitFor(() => expect(count).toHaveTextContent('12 of 130 links'))
  expect(count).not.toHaveAttribute('aria-busy', 'true')
})
