import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import { linksOfMei } from '../../processes/service-api.ts'
import { copied, day, many, names, page, row, seedShare, wide } from './fixtures.tsx'

const abc = {
  seed: (backend: Parameters<typeof seedShare>[0]) => {
    for (const name of ['b.txt', 'c.txt', 'a.txt']) seedShare(backend, name)
  },
}
const selectTwo = async ({ user }: Awaited<ReturnType<typeof page>>) => {
  await user.click(await row('a.txt'))
  await user.keyboard('{Control>}')
  await user.click(await row('b.txt'))
  await user.keyboard('{/Control}')
  expect(document.activeElement).toHaveAccessibleName('b.txt')
}

describe('S17 a key on a row', () => {
  it('c copies what is selected, not only the row that has the focus', async () => {
    const app = await page(abc)
    await selectTwo(app)
    await app.user.keyboard('c')
    expect(await screen.findByText('2 links copied')).toBeVisible()
  })

  it('e edits nothing while several are selected', async () => {
    const app = await page(abc)
    await selectTwo(app)
    await app.user.keyboard('e')
    expect(screen.queryByRole('dialog')).toBeNull()
    // Nor the row that has the focus, where another one is selected.
    await app.user.keyboard('{Escape}')
    const first = names()[0] ?? ''
    await app.user.click(await row(first))
    await app.user.keyboard('{Control>}{ArrowDown}{/Control}e')
    const form = await screen.findByRole('dialog', { name: /^Edit link to/ })
    expect(form).toHaveAccessibleName(expect.stringContaining(first))
  })
})

it('S17 several links are copied in the order of the screen', async () => {
  const app = await page(abc)
  await row('a.txt')
  await app.user.click(
    within(screen.getByRole('columnheader', { name: /^Name/ })).getByRole('button'),
  )
  await waitFor(() => expect(names()).toEqual(['a.txt', 'b.txt', 'c.txt']))
  await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await app.user.keyboard('c')
  expect(await screen.findByText('3 links copied')).toBeVisible()
  const links = await linksOfMei(app)
  const copiedNames = (await copied())
    .split('\n')
    .map((url) => links.find(({ id }) => url.endsWith(`/s/${id}`))?.name)
  expect(copiedNames).toEqual(['a.txt', 'b.txt', 'c.txt'])
})

describe('a command that waits does not act over what was begun meanwhile', () => {
  it('“Show in Files” leaves no form that was opened since', async () => {
    const lookup = held()
    const { user, faults } = await page(abc)
    await user.pointer({ keys: '[MouseRight]', target: await row('a.txt') })
    const menu = within(await screen.findByRole('menu'))
    faults.always('GET /share/info/*', lookup.fault)
    await user.click(menu.getByRole('menuitem', { name: 'Show in Files' }))
    await user.keyboard('e')
    const name = /^Edit link to .*a\.txt/
    await screen.findByRole('dialog', { name })
    lookup.free()
    await screen.findByRole('textbox', { name: 'Download limit' })
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
    expect(screen.getByRole('dialog', { name })).toBeVisible()
    expect(here()).toBe('/shares')
  })

  it('a question about all links does not replace a form', async () => {
    wide()
    const rest = held()
    const { user } = await page({
      seed: (backend) => {
        many(backend, 120)
        seedShare(backend, 'dead.txt', { expires: Date.now() - day })
      },
      faults: (faults) =>
        faults.next(
          ({ path, query }) => path === '/share' && query.has('next_page_token'),
          rest.fault,
        ),
    })
    await row('dead.txt')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.keyboard('{Delete}')
    await user.click(await screen.findByRole('button', { name: 'Extend the link to dead.txt' }))
    await screen.findByRole('button', { name: 'Extend' })
    rest.free()
    await screen.findByText('121 selected')
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(screen.getByRole('dialog')).toHaveAccessibleName(/^Extend link to/)
  })
})
