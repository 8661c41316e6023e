import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { renderApp, type Backend, type RenderOptions } from '../../dom/harness.tsx'
import { held, type Sent } from '../../dom/network.ts'

/** A first page of a search for "plan" is full; the second one has what sorts first by name. */
function seedPlans({ service: { seed }, mei }: Backend): void {
  seed.addFile(mei, ['letter.txt'])
  seed.transaction(() => {
    for (let index = 100; index < 200; index++) seed.addFolder(mei, ['Work', `plan ${index}`])
  })
  seed.addFolder(mei, ['Work', 'plan 100', 'a plan'])
}

const isSearch = ({ query }: Sent) => query.get('uri')?.includes('name=plan') ?? false
const isSecondPage = (sent: Sent) => isSearch(sent) && sent.query.has('next_page_token')
const refusal = { kind: 'json', body: { code: ErrorCode.forbidden, msg: 'x' } } as const

async function searchInPicker(faults: RenderOptions['faults']) {
  const app = await renderApp({
    path: '/files',
    seed: seedPlans,
    ...(faults && { faults }),
  })
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
  await app.user.click(screen.getByRole('button', { name: 'Move…' }))
  const picker = within(await screen.findByRole('dialog', { name: /^Move/ }))
  await picker.findByRole('option', { name: 'Work' })
  await app.user.keyboard('plan')
  const first = () => picker.getAllByRole('option')[0]
  return { ...app, picker, first }
}

it('F2 the row that a key has made active stays so when the rest of the folder has been read', async () => {
  const second = held()
  const { user } = await renderApp({
    path: '/files?uri=svc%3A%2F%2Fmy%2FWork',
    seed: ({ service: { seed }, mei }) => {
      seed.addFile(mei, ['Work', 'letter.txt'])
      for (let index = 100; index < 200; index++) seed.addFolder(mei, [`plan ${index}`])
      seed.addFolder(mei, ['ä'])
    },
    faults: (faults) => faults.next(({ query }) => query.has('next_page_token'), second.fault),
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
  await user.click(screen.getByRole('button', { name: 'Move…' }))
  const picker = within(await screen.findByRole('dialog', { name: /^Move/ }))
  await user.keyboard('{Backspace}')
  await picker.findByRole('option', { name: 'plan 100' })
  expect(picker.queryByRole('option', { name: 'ä' })).toBeNull()
  await user.keyboard('{ArrowDown}')
  const active = picker.getByRole('option', { selected: true }).textContent
  second.free()
  await picker.findByRole('option', { name: 'ä' })
  expect(picker.getByRole('option', { selected: true })).toHaveTextContent(active ?? '')
})

describe('F2 the search of a picker', () => {
  it('leaves rows in their places when more are found', async () => {
    const second = held()
    const { user, picker, first } = await searchInPicker((faults) =>
      faults.next(isSecondPage, second.fault),
    )
    await picker.findByRole('option', { name: /^plan 100/ })
    expect(first()).toHaveAttribute('aria-setsize', '100')
    await user.keyboard('{ArrowDown}')
    const before = picker.getAllByRole('option').map(({ textContent }) => textContent)
    second.free()
    await waitFor(() => expect(first()).toHaveAttribute('aria-setsize', '101'))
    const after = picker.getAllByRole('option').map(({ textContent }) => textContent)
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
  })

  it('puts names that begin with what is typed before those that only contain it', async () => {
    const { user } = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FWork',
      seed: ({ service: { seed }, mei }) => {
        seed.addFile(mei, ['Work', 'letter.txt'])
        for (const name of ['Desktop', 'Photos', 'To', 'Tool'])
          for (const folder of [[], ['Work']]) seed.addFolder(mei, [...folder, name])
      },
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await user.click(screen.getByRole('button', { name: 'Move…' }))
    const picker = within(await screen.findByRole('dialog', { name: /^Move/ }))
    await picker.findByRole('option', { name: 'To' })
    await user.keyboard('to')
    await waitFor(() => expect(picker.getAllByRole('option')).toHaveLength(8))
    const names = picker.getAllByRole('option').map(({ textContent }) => textContent)
    const here = ['To', 'Tool', 'Desktop', 'Photos']
    expect(names).toEqual([...here, ...here.map((name) => `${name}Files`)])
  })

  it('says when it finds nothing', async () => {
    const { user, picker } = await searchInPicker(undefined)
    // A live region that comes together with its text is not announced.
    const regions = picker.getAllByRole('status')
    await user.keyboard(' of nothing')
    expect(regions).toContain(await picker.findByText('No matches'))
  })

  it('says that it failed instead of finding nothing, and searches again', async () => {
    const { user, picker, faults } = await searchInPicker((rules) =>
      rules.always(isSearch, refusal),
    )
    expect(await picker.findByRole('alert')).toBeVisible()
    expect(picker.queryByText('No matches')).toBeNull()
    faults.clear()
    await user.click(picker.getByRole('button', { name: 'Retry' }))
    expect(await picker.findByRole('option', { name: /^plan 100/ })).toBeVisible()
    expect(picker.queryByRole('alert')).toBeNull()
  })

  it('says that it stopped, and goes on from there', async () => {
    const { user, picker, first, faults } = await searchInPicker((rules) =>
      rules.always(isSecondPage, refusal),
    )
    expect(await picker.findByRole('alert')).toBeVisible()
    expect(first()).toHaveAttribute('aria-setsize', '100')
    faults.clear()
    await user.click(picker.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(first()).toHaveAttribute('aria-setsize', '101'))
    expect(picker.queryByRole('alert')).toBeNull()
  })
})
