import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseSharesUrl } from '#src/pages/shares/url.ts'
import { here, type Backend } from '../../../dom/harness.tsx'
import { held } from '../../../dom/network.ts'
import {
  day,
  wide,
  seedShare,
  many,
  page,
  row,
  names,
  chip,
  enter,
  copied,
  states,
} from '../fixtures.tsx'

function refuseClipboard(): void {
  const refused = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  onTestFinished(() => refused.mockRestore())
}

describe('S3', () => {
  it('searches as one types, and says so in the address', async () => {
    const { user } = await page({ seed: states })
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
      seed: (backend) => {
        seedShare(backend, 'Cafe\u0301.txt')
        seedShare(backend, 'other.txt')
      },
    })
    await screen.findByRole('grid')
    await waitFor(() => expect(names()).toEqual(['Cafe\u0301.txt']))
  })

  it.each([
    [/^Live/, 'state=live', ['Album', 'expiring.txt', 'live.txt']],
    [/^Expiring/, 'state=expiring', ['expiring.txt']],
    [/^Dead links/, 'state=dead', ['gone.txt', 'used up.txt', 'expired.txt']],
    [/^Password/, 'protection=password', ['Album']],
    [/^Folders/, 'kind=folder', ['Album']],
  ])('filters by %s', async (label, query, expected) => {
    const { user } = await page({ seed: states })
    await row('live.txt')
    await user.click(chip(label))
    await waitFor(() => expect(names()).toEqual(expected))
    await waitFor(() => expect(here()).toBe(`/shares?${query}`))
    await waitFor(() => expect(chip(label)).toHaveAttribute('aria-pressed', 'true'))
    await user.click(chip(label))
    await waitFor(() => expect(here()).toBe('/shares'))
    await waitFor(() => expect(names()).toHaveLength(6))
  })

  it('filters dead links by their cause', async () => {
    const { user } = await page({ seed: states })
    await row('live.txt')
    expect(chip(/^Dead links/)).toHaveTextContent('3')
    await user.click(chip(/^Dead links/))
    // In a row of their own: the chips above do not move.
    const causes = within(await screen.findByRole('group', { name: 'Dead links' }))
    await user.click(await causes.findByRole('button', { name: 'Used up' }))
    await waitFor(() => expect(names()).toEqual(['used up.txt']))
    await waitFor(() => expect(here()).toBe('/shares?state=usedUp'))
  })

  it.each([
    ['Name', 'sort=name', 'Album'],
    ['State', 'sort=state', 'expiring.txt'],
    ['Visits', 'sort=visits', 'Album'],
    ['Downloads', 'sort=downloads', 'used up.txt'],
    ['Access', 'sort=access', 'gone.txt'],
  ])('sorts by %s, and the other way round', async (label, query, first) => {
    wide()
    const { user } = await page({ seed: states })
    await row('live.txt')
    const head = () => screen.getByRole('columnheader', { name: label })
    await user.click(within(head()).getByRole('button'))
    await waitFor(() => expect(names()[0]).toBe(first))
    await waitFor(() => expect(here()).toBe(`/shares?${query}`))
    const before = head().getAttribute('aria-sort')
    const order = names()
    await user.click(within(head()).getByRole('button'))
    await waitFor(() => expect(head().getAttribute('aria-sort')).not.toBe(before))
    await waitFor(() => expect(names()).not.toEqual(order))
    await waitFor(() => expect(here()).toMatch(new RegExp(`${query}&dir=`)))
  })

  it('S3: an address that sorts by expiry, which had a column once, sorts by state', async () => {
    await page({ path: '/shares?sort=expires', seed: states })
    await row('live.txt')
    expect(screen.getByRole('columnheader', { name: 'State' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    expect(names()[0]).toBe('expiring.txt')
  })

  it('S3: “All” is pressed only while nothing is filtered, and takes every filter away', async () => {
    const { user } = await page({ seed: states })
    await row('live.txt')
    const all = () => chip(/^All/)
    expect(all()).toHaveAttribute('aria-pressed', 'true')
    await user.click(chip(/^Folders/))
    await waitFor(() => expect(names()).toEqual(['Album']))
    expect(all()).toHaveAttribute('aria-pressed', 'false')
    await user.click(all())
    await waitFor(() => expect(names()).toHaveLength(6))
    expect(all()).toHaveAttribute('aria-pressed', 'true')
    expect(chip(/^Folders/)).toHaveAttribute('aria-pressed', 'false')
  })

  it('sorts names as people do, file2 before file10', async () => {
    await page({
      path: '/shares?sort=name',
      seed: (backend) => {
        for (const name of ['file10.txt', 'file2.txt', 'File1.txt']) seedShare(backend, name)
      },
    })
    await row('file2.txt')
    await waitFor(() => expect(names()).toEqual(['File1.txt', 'file2.txt', 'file10.txt']))
  })

  it('shows the same screen after a reload', async () => {
    await page({ path: '/shares?q=e&state=dead&sort=name&dir=desc&open=none', seed: states })
    await screen.findByRole('grid')
    await waitFor(() => expect(names()).toEqual(['used up.txt', 'gone.txt', 'expired.txt']))
    expect(screen.getByRole('searchbox')).toHaveValue('e')
    expect(chip(/^Dead links/)).toHaveAttribute('aria-pressed', 'true')
    expect(await screen.findByText('This link is no longer in the list.')).toBeInTheDocument()
  })

  it('Back returns to the filter before', async () => {
    const { user } = await page({ seed: states })
    await row('live.txt')
    await user.click(chip(/^Dead links/))
    await user.click(chip(/^Folders/))
    expect(await screen.findByText('No matches in Shares')).toBeInTheDocument()
    act(() => window.history.back())
    await waitFor(() => expect(here()).toBe('/shares?state=dead'))
    await waitFor(() => expect(names()).toHaveLength(3))
  })

  it('takes an address with rubbish in it for the defaults', () => {
    const url = parseSharesUrl(new URLSearchParams('state=x&sort=y&dir=z&kind=&protection=no'))
    expect(url).toEqual(parseSharesUrl(new URLSearchParams()))
  })

  it('rule 9.2 is read in id order, and counts honestly meanwhile and finally', async () => {
    let release = () => {}
    const { requests } = await page({
      isStrict: false,
      seed: (backend) => many(backend, 230),
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

  it('has a muted arrow while rows are to come that may belong anywhere', async () => {
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
    await screen.findByText('100 so far')
    const arrow = (column: string) =>
      screen.getByRole('button', { name: column }).querySelector('svg')
    // They are read in the order of the newest first.
    expect(arrow('Name')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(arrow('Name')).toHaveAttribute('data-pending'))
    later.free()
    expect(await screen.findByText('130 links')).toBeInTheDocument()
    await waitFor(() => expect(arrow('Name')).not.toHaveAttribute('data-pending'))
  })

  it('says what would be here when there is nothing, and what matches when nothing does', async () => {
    const { user } = await page({})
    expect(await screen.findByText('Links you create appear here.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Go to Files' }))
    await waitFor(() => expect(here()).toBe('/files'))
  })
})

describe('S4', () => {
  const secret = (backend: Backend) =>
    void seedShare(backend, 'plan.pdf', { password: 'pa ss', expires: Date.now() + 30 * day })

  it('copies a link in one click, without its password', async () => {
    const { user } = await page({ seed: secret })
    await user.click(await screen.findByRole('button', { name: 'Copy link to plan.pdf' }))
    expect(await copied()).toMatch(/^http:\/\/localhost[^/]*\/s\/\w+$/)
    expect(here()).toBe('/shares')
  })

  it('copies link, password and expiry together when that is asked for', async () => {
    const { user } = await page({ seed: secret })
    await user.click(await row('plan.pdf'))
    await enter(user)
    await user.click(await screen.findByRole('button', { name: 'Copy with password' }))
    expect(await copied()).toMatch(
      /^http:\/\/localhost\S*\/s\/\w+\nPassword: pa ss\nExpires: .*\d{4}.*$/,
    )
  })

  it.each([
    ['Plain links', /^http\S+\/s\/\w+\nhttp\S+\/s\/\w+$/],
    ['As Markdown', /^- \[=1\\\+1, "b"\\\.csv\]\(<http\S+>\)\n- \[a\\\*b\\\.txt\]\(<http\S+>\)$/],
    ['As CSV', /^name,url\r\n"'=1\+1, ""b""\.csv",http\S+\r\na\*b\.txt,http\S+$/],
  ])('copies several %s, passwords left out', async (label, expected) => {
    const { user } = await page({
      seed: (backend) => {
        seedShare(backend, 'a*b.txt', { password: 'hidden' })
        seedShare(backend, '=1+1, "b".csv')
      },
    })
    await row('a*b.txt')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    expect(screen.getByText('2 selected').parentElement).toHaveRole('status')
    await user.click(screen.getByRole('button', { name: 'Copy links' }))
    await user.click((await screen.findAllByRole('menuitem', { name: label }))[0] as HTMLElement)
    await waitFor(async () => expect(await copied()).toMatch(expected))
    expect(await copied()).not.toContain('hidden')
    expect(await screen.findByText('2 links copied')).toBeInTheDocument()
  })

  it('copies a link within four keys of the list', async () => {
    const { user } = await page({ seed: secret })
    const plan = await row('plan.pdf')
    act(() => screen.getByRole('checkbox', { name: 'Select all' }).focus())
    act(() => plan.focus())
    await user.keyboard('c')
    expect(await copied()).toMatch(/\/s\/\w+$/)
  })

  it('shows the text selected when the clipboard is refused', async () => {
    const { user } = await page({ seed: secret })
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
