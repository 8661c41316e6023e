import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setMedia } from '../../../dom/dom-state.ts'
import { chip, page, row, states } from '../fixtures.tsx'

it('S3, G7: in a narrow window the filters in force come first, for the Tab key too, and keep the focus', async () => {
  setMedia('(max-width: 759.98px)', true)
  const app = await page({ path: '/shares?protection=open', seed: states })
  await row('live.txt')
  const group = screen.getByRole('group', { name: 'Filters' })
  const chips = () => within(group).getAllByRole('button')
  const first = (count: number) =>
    chips()
      .slice(0, count)
      .map((each) => each.textContent?.replace(/ [\d+]+$/, ''))
  expect(first(2)).toEqual(['No password', 'All'])
  const never = chip('Never expires')
  never.focus()
  await app.user.keyboard(' ')
  await waitFor(() => expect(first(3)).toEqual(['No password', 'Never expires', 'All']))
  expect(never).toHaveFocus()
  await app.user.keyboard(' ')
  await waitFor(() => expect(first(2)).toEqual(['No password', 'All']))
  expect(never).toHaveFocus()
})
