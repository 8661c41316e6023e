import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { noPermissions } from '#src/contract/share.ts'
import { here } from '../../../dom/harness.tsx'
import { chip, names, page, row, seedShare } from '../fixtures.tsx'
import { exposed, read, shown } from './exposed-links.ts'

describe('S3 what links expose', () => {
  it.each([
    ['Can change', 'exposure=canChange', ['a.txt', 'b.txt', 'd.txt']],
    ['Never expires', 'exposure=neverExpires', ['c.txt']],
    ['Never opened', 'exposure=neverOpened', ['d.txt']],
    ['Named people', 'exposure=namedPeople', ['d.txt']],
    ['No password', 'protection=open', ['a.txt', 'b.txt', 'd.txt', 'e.txt']],
  ])('is filtered by: %s', async (label, query, expected) => {
    const { user } = await page({ seed: exposed })
    await row('a.txt')
    await user.click(chip(label))
    await waitFor(() => expect(shown()).toEqual(expected))
    await waitFor(() => expect(here()).toBe(`/shares?${query}`))
    await user.click(chip(label))
    await waitFor(() => expect(here()).toBe('/shares'))
  })

  it('is filtered by several at once, which the address keeps', async () => {
    await page({ seed: exposed, path: '/shares?exposure=canChange%20neverOpened' })
    await row('d.txt')
    expect(names()).toEqual(['d.txt'])
    expect(chip('Can change')).toHaveAttribute('aria-pressed', 'true')
    expect(chip('Never opened')).toHaveAttribute('aria-pressed', 'true')
  })

  it.each([
    ['change', ['a.txt', 'b.txt', 'd.txt']],
    ['expired', ['e.txt']],
    ['okafor', ['d.txt']],
    ['group', ['b.txt']],
    ['d public', []],
  ])('is found by the search: %s', async (search, expected) => {
    const { user } = await page({ seed: exposed })
    await row('a.txt')
    await user.type(screen.getByRole('searchbox'), search)
    await waitFor(() =>
      expect(
        screen
          .queryAllByRole('row', { name: /\.txt$/ })
          .map((one) => one.getAttribute('aria-label')),
      ).toEqual(expected.toReversed()),
    )
  })
})

it('S3 a person who may do nothing with a link is not among those it is for', async () => {
  const { user } = await page({
    seed: (backend) => {
      const of = (lin: string) => ({
        permissionSetting: {
          ...noPermissions,
          everyone: read,
          user_explicit: { [backend.lin]: lin },
        },
      })
      seedShare(backend, 'nothing.txt', of(''))
      seedShare(backend, 'unreadable.txt', {
        permissionSetting: {
          ...noPermissions,
          same_group: read,
          user_explicit: { [backend.lin]: 'Ag==' },
        },
      })
      seedShare(backend, 'reads.txt', of(read))
    },
  })
  await row('nothing.txt')
  await user.click(chip('Named people'))
  await waitFor(() => expect(names()).toEqual(['reads.txt']))
  await user.click(chip('Named people'))
  await user.type(screen.getByRole('searchbox'), 'okafor')
  await waitFor(() => expect(names()).toEqual(['reads.txt']))
})
