import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setMedia } from '../../dom/dom-state.ts'
import { copied, page, row, states } from './fixtures.tsx'

it('S6 a bar without room for all commands has those of one link, and the others in its menu', async () => {
  setMedia('(max-width: 1139.98px)', true)
  setMedia('(min-width: 760px)', true)
  const { user } = await page({ seed: states })
  await user.click(await row('expiring.txt'))
  const bar = within(await screen.findByRole('region', { name: '1 selected' }))
  await user.click(bar.getByRole('button', { name: 'Copy link' }))
  await waitFor(async () => expect(await copied()).toMatch(/\/s\/\w+$/))
  for (const name of ['Edit…', 'Extend…']) expect(bar.getByRole('button', { name })).toBeVisible()
  await user.click(bar.getByRole('button', { name: 'More actions' }))
  const menu = within(await screen.findByRole('menu'))
  for (const name of [/^Edit/, /^Extend/, /^Copy link/])
    expect(menu.queryByRole('menuitem', { name })).toBeNull()
  for (const name of [/^Details/, 'Plain links', /^Delete link/])
    expect(menu.getAllByRole('menuitem', { name })[0]).toBeVisible()
})
