import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { keys } from '#src/lists/keys.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { here } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import { linksOfMei } from '../../processes/service-api.ts'
import { copied, day, enter, many, names, page, row, seedShare, states } from './fixtures.tsx'

const panel = (name: string) => screen.findByRole('complementary', { name })
const menu = async () => within(await screen.findByRole('menu'))

describe('S17 the menu of a link', () => {
  it('opens by the right button and by the menu key, with the same commands', async () => {
    const { user } = await page({ seed: states })
    await user.pointer({ keys: '[MouseRight]', target: await row('expiring.txt') })
    const labels = (await menu()).getAllByRole('menuitem').map(({ textContent }) => textContent)
    expect(labels).toEqual([
      'Copy linkC',
      'Edit…E',
      'Extend…',
      'Details↵',
      'Show in Files',
      'Export…',
      'Delete linkDel',
    ])
    await user.keyboard('{Escape}')
    await user.keyboard('{Shift>}{F10}{/Shift}')
    expect((await menu()).getAllByRole('menuitem')).toHaveLength(labels.length)
  })

  it('S6 has Edit and Extend in the bar of one selected link that has an end', async () => {
    const { user } = await page({ seed: states })
    await user.click(within(await row('expiring.txt')).getByRole('checkbox'))
    const bar = within(await screen.findByRole('region', { name: '1 selected' }))
    expect(bar.getByRole('button', { name: 'Edit…' })).toBeVisible()
    await user.click(bar.getByRole('button', { name: 'Extend…' }))
    expect(await screen.findByRole('dialog', { name: /^Extend link to .*expiring/ })).toBeVisible()
  })

  it('copies a link, opens its details, and deletes it', async () => {
    const { user } = await page({ seed: states })
    const open = async () => user.pointer({ keys: '[MouseRight]', target: await row('live.txt') })
    await open()
    await user.click((await menu()).getByRole('menuitem', { name: /^Copy link/ }))
    expect(await screen.findByText('Link copied')).toBeVisible()
    expect(await copied()).toMatch(/\/s\/\w+$/)
    await open()
    await user.click((await menu()).getByRole('menuitem', { name: /^Details/ }))
    await panel('live.txt')
    await open()
    await user.click((await menu()).getByRole('menuitem', { name: /^Delete link/ }))
    await waitFor(() => expect(names()).not.toContain('live.txt'))
    expect(await screen.findByRole('button', { name: /^Undo: / })).toBeVisible()
  })

  it('is about all selected links when the row is one of them', async () => {
    const { user } = await page({ seed: states })
    await user.click(await row('live.txt'))
    await user.keyboard('{Control>}')
    await user.click(await row('expiring.txt'))
    await user.keyboard('{/Control}')
    await user.pointer({ keys: '[MouseRight]', target: await row('live.txt') })
    const items = await menu()
    expect(items.queryByRole('menuitem', { name: /^Details/ })).not.toBeInTheDocument()
    expect(items.getByRole('menuitem', { name: /^Delete 2 links/ })).toBeVisible()
    await user.click(items.getByRole('menuitem', { name: /^Copy links/ }))
    expect(await screen.findByText('2 links copied')).toBeVisible()
    expect((await copied()).split('\n')).toHaveLength(2)
  })

  it('goes to the item of a link', async () => {
    const { user } = await page({
      seed: (backend) => void seedShare(backend, 'plan.pdf', {}, ['Deep']),
    })
    await user.pointer({ keys: '[MouseRight]', target: await row('plan.pdf') })
    await user.click((await menu()).getByRole('menuitem', { name: 'Show in Files' }))
    await waitFor(() => expect(here()).toMatch(/^\/files\?uri=.*Deep/))
  })
})

describe('S17 details', () => {
  it('have a button of their own, and follow the selection and the arrow keys', async () => {
    const { user } = await page({ seed: states })
    await user.click(await row('live.txt'))
    await user.click(await screen.findByRole('button', { name: 'Details' }))
    await panel('live.txt')
    await user.click(await row('expiring.txt'))
    await panel('expiring.txt')
    await user.keyboard('{ArrowDown}')
    const next = names()[names().indexOf('expiring.txt') + 1] ?? ''
    const details = within(await panel(next))
    const id = new URLSearchParams(window.location.search).get('open') ?? '?'
    expect(details.getByRole('link')).toHaveTextContent(new RegExp(`/s/${id}$`))
    await user.keyboard('{Escape}{Escape}')
    await waitFor(() => expect(here()).toBe('/shares'))
  })

  it('stay closed while one moves through the list without them', async () => {
    const { user } = await page({ seed: states })
    await user.click(await row('live.txt'))
    await user.keyboard('{ArrowDown}{ArrowUp}')
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
    expect(here()).toBe('/shares')
  })
})

describe('S17 a dead link', () => {
  const dead = { seed: states }
  const question = () => screen.findByRole('dialog', { name: 'This link is dead' })
  const copy = (name: string) => screen.findByRole('button', { name: `Copy link to ${name}` })

  it('is copied only after a question, and never called a success', async () => {
    const { user } = await page(dead)
    await navigator.clipboard.writeText('before')
    await user.click(await copy('expired.txt'))
    const dialog = within(await question())
    expect(dialog.getByText(/It has expired\./)).toBeVisible()
    expect(await copied()).toBe('before')
    await user.click(dialog.getByRole('button', { name: 'Copy anyway' }))
    expect(await screen.findByText('Dead link copied. Nobody can open it.')).toBeVisible()
    expect(screen.queryByText('Link copied')).not.toBeInTheDocument()
    expect(await copied()).toMatch(/\/s\/\w+$/)
  })

  it.each([
    [1, '2 dead links copied. Nobody can open them.'],
    [undefined, '2 links copied. Some of them are dead.'],
  ])('says of several whether all are, where another expires: %s', async (expires, text) => {
    const { user } = await page({
      seed: (backend) => {
        seedShare(backend, 'dead.txt', { expires: 1 })
        seedShare(backend, 'other.txt', expires === undefined ? {} : { expires })
      },
    })
    await row('other.txt')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.keyboard('c')
    await user.click(await screen.findByRole('button', { name: 'Copy all anyway' }))
    expect(await screen.findByText(text)).toBeVisible()
  })

  it.each([
    ['by the key', async (user: Keys) => user.keyboard('c')],
    [
      'from its details',
      async (user: Keys) => {
        await enter(user)
        const details = within(await panel('used up.txt'))
        await user.click(details.getByRole('button', { name: 'Copy link' }))
      },
    ],
  ])('asks too when it is copied %s', async (_, start) => {
    const { user } = await page(dead)
    await user.click(await row('used up.txt'))
    await start(user)
    await question()
  })

  it('can be extended instead, at the same address', async () => {
    const view = await page(dead)
    const { user } = view
    await user.click(await copy('expired.txt'))
    await user.click(within(await question()).getByRole('button', { name: 'Extend…' }))
    const form = await screen.findByRole('dialog', { name: /^Extend link to/ })
    await user.click(within(form).getByRole('button', { name: 'Extend' }))
    await waitFor(async () =>
      expect((await linksOfMei(view)).find(({ name }) => name === 'expired.txt')?.expired).toBe(
        false,
      ),
    )
  })

  it('is left out of several on request', async () => {
    const { user } = await page(dead)
    await row('live.txt')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.click(screen.getByRole('button', { name: 'Copy links' }))
    await user.click(
      (await screen.findAllByRole('menuitem', { name: 'Plain links' }))[0] as HTMLElement,
    )
    const dialog = within(await screen.findByRole('dialog', { name: '3 of 6 links are dead' }))
    await user.click(dialog.getByRole('button', { name: 'Copy the 3 that work' }))
    expect(await screen.findByText('3 links copied')).toBeVisible()
    expect((await copied()).split('\n')).toHaveLength(3)
  })
})

type Keys = Awaited<ReturnType<typeof page>>['user']

describe('S17 from the search to a link', () => {
  it('finds and copies a link with the search key, Enter and nothing else', async () => {
    const { user } = await page({ seed: states })
    await row('live.txt')
    await user.keyboard('/')
    await user.keyboard('live')
    await waitFor(() => expect(names()).toEqual(['live.txt']))
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Link copied')).toBeVisible()
  })

  it('goes down to the list, where c copies', async () => {
    const { user } = await page({ seed: states })
    await row('live.txt')
    await user.keyboard('/e{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toHaveRole('row'))
    const name = document.activeElement?.getAttribute('aria-label') ?? ''
    expect(names()[0]).toBe(name)
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    await panel(name)
  })

  it('does not choose among several for Enter', async () => {
    const { user } = await page({
      seed: (backend) => {
        seedShare(backend, 'a 1.txt', { expires: Date.now() + 90 * day })
        seedShare(backend, 'a 2.txt')
      },
    })
    await row('a 1.txt')
    await navigator.clipboard.writeText('before')
    await user.keyboard('/a{Enter}')
    await waitFor(() => expect(document.activeElement).toHaveRole('row'))
    expect(await copied()).toBe('before')
  })

  it('is not copied by Enter while links are still to come', async () => {
    const rest = held()
    const { user } = await page({
      seed: (backend) => {
        seedShare(backend, 'a old.txt')
        many(backend, 100)
        seedShare(backend, 'a new.txt')
      },
      faults: (faults) =>
        faults.next(
          ({ path, query }) => path === '/share' && query.has('next_page_token'),
          rest.fault,
        ),
    })
    await row('a new.txt')
    await navigator.clipboard.writeText('before')
    await user.keyboard('/a{Space}')
    await waitFor(() => expect(names()).toEqual(['a new.txt']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toHaveRole('row'))
    expect(await copied()).toBe('before')
    rest.free()
    expect(await row('a old.txt')).toBeVisible()
  })

  it('is copied by Enter while the list is loaded again', async () => {
    const { user, client, faults } = await page({ seed: states })
    await row('live.txt')
    faults.always('GET /share', held().fault)
    void client.getQueryData<PagedList<LinkRow>>(keys.links.list())?.reload()
    await user.keyboard('/live')
    await waitFor(() => expect(names()).toEqual(['live.txt']))
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Link copied')).toBeVisible()
  })

  it('is copied by Enter where the rest of the list could not be loaded', async () => {
    const { user } = await page({
      seed: (backend) => {
        many(backend, 120)
        seedShare(backend, 'a new.txt')
      },
      faults: (faults) =>
        faults.always(({ path, query }) => path === '/share' && query.has('next_page_token'), {
          kind: 'json',
          body: { code: 403, msg: 'x' },
        }),
    })
    await screen.findByText(/The rest could not be loaded\./)
    await user.keyboard('/a{Space}')
    await waitFor(() => expect(names()).toEqual(['a new.txt']))
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Link copied')).toBeVisible()
  })
})
