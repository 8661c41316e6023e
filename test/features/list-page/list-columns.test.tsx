import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { here } from '../../dom/harness.tsx'
import { storedView } from '../../pages/view-settings/fixtures.tsx'
import { atWork } from '../files/actions/fixtures.tsx'

/* The columns of a folder, changed in the head of its list. */

const columns = () =>
  screen
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
    .filter(Boolean)

const allColumns = () => screen.findByRole('button', { name: 'Columns' })

it('V3 columns are added and removed in the head of a list, and the message offers to save them', async () => {
  const app = await atWork({ path: '/files?uri=svc%3A%2F%2Fmy%2FWork&layout=list' })
  const { user } = app
  await user.click(await allColumns())
  expect(await screen.findByRole('menuitemcheckbox', { name: 'Size' })).toBeChecked()
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Created' }))
  expect(await screen.findByRole('columnheader', { name: 'Created' })).toBeVisible()
  expect(await allColumns()).toHaveFocus()
  await user.click(await allColumns())
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Size' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Size' })).toBeNull())
  expect(here()).toContain('cols=0%2C1%2C4')
  expect(storedView(app, 'Work')).toBeNull()

  await user.click(await screen.findByRole('button', { name: 'Save for this folder' }))
  await waitFor(() => expect(here()).not.toContain('cols'))
  expect(columns()).toEqual(['Name', 'Modified', 'Created', 'More actions'])
  expect(storedView(app, 'Work')?.columns).toEqual([{ type: 0 }, { type: 1 }, { type: 4 }])
})

it('V3 a column that is put back as saved leaves nothing in the URL and nothing to save', async () => {
  const { user } = await atWork({ path: '/files?uri=svc%3A%2F%2Fmy%2FWork&layout=list' })
  const toggleCreated = async () => {
    await user.click(await allColumns())
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Created' }))
  }
  await toggleCreated()
  expect(await screen.findByRole('button', { name: 'Save for this folder' })).toBeVisible()
  expect(here()).toContain('cols')
  await toggleCreated()
  await waitFor(() => expect(here()).not.toContain('cols'))
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Save for this folder' })).toBeNull(),
  )
})

it('V3 the menu of a column sorts by it, removes it and adds what a search finds', async () => {
  const { user } = await atWork({ path: '/files?uri=svc%3A%2F%2Fmy%2FWork&layout=list' })
  await allColumns()
  const size = () => screen.getByRole('columnheader', { name: 'Size' })
  fireEvent.contextMenu(screen.getByRole('button', { name: 'Size' }))
  expect(screen.getByRole('menu', { name: /^Column .?Size/ })).toBeVisible()
  await user.click(screen.getByRole('menuitemradio', { name: 'Smallest' }))
  await waitFor(() => expect(size()).toHaveAttribute('aria-sort', 'ascending'))
  fireEvent.contextMenu(size())
  await user.click(screen.getByRole('menuitem', { name: 'Add column…' }))
  await user.keyboard('iso{Enter}')
  expect(await screen.findByRole('columnheader', { name: 'ISO' })).toBeVisible()
  await user.keyboard('{Escape}')
  // The name has a menu, too, and stays.
  fireEvent.contextMenu(screen.getByRole('button', { name: 'Name' }))
  expect(screen.queryByRole('menuitem', { name: /^Remove/ })).toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Name' })).toHaveFocus()
  fireEvent.contextMenu(size())
  await user.click(screen.getByRole('menuitem', { name: /^Remove .?Size/ }))
  // What it is sorted by is said, although its column is not shown.
  expect(columns()).toEqual(['Name sorted by Size ↑', 'Modified', 'ISO', 'More actions'])
})

it('V3 a column is resized by key: the arrows move its edge, Tab goes to the next one, Escape puts it back', async () => {
  const { user } = await atWork({
    path: '/files?uri=svc%3A%2F%2Fmy%2FWork&layout=list&cols=0:300,2:100,1:120',
  })
  await allColumns()
  fireEvent.contextMenu(screen.getByRole('button', { name: 'Size' }))
  await user.click(screen.getByRole('menuitem', { name: 'Change width' }))
  const edge = screen.getByRole('separator', { name: /^Width of .?Size/ })
  expect(edge).toHaveFocus()
  const before = Number(edge.getAttribute('aria-valuenow'))
  await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}{ArrowLeft}')
  expect(edge).toHaveAttribute('aria-valuenow', String(before + 40))
  await user.keyboard('{Tab}')
  expect(screen.getByRole('separator', { name: /^Width of .?Modified/ })).toHaveFocus()
  expect(here()).toContain(`2%3A${before + 40}`)
  await user.keyboard('{ArrowRight}{Escape}')
  expect(screen.queryByRole('separator')).toBeNull()
  expect(screen.getByRole('button', { name: 'Modified' })).toHaveFocus()
  expect(here()).toContain('1%3A120')
})
