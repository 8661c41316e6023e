import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Backend } from '../../dom/harness.tsx'
import { linksOfMei } from '../../processes/service-api.ts'
import { chip, copied, day, page, row, seedShare } from './fixtures.tsx'

const minute = 60_000
const hour = 60 * minute

/** Links whose state depends on the clock, and two of which it does not. */
function seedAt(now: number) {
  return (backend: Backend) => {
    seedShare(backend, 'month.txt', { expires: now + 30 * day })
    seedShare(backend, 'soon.txt', { expires: now + 2 * hour })
    seedShare(backend, 'over.txt', { expires: now - 2 * hour })
    seedShare(backend, 'just over.txt', { expires: now - 5_000 })
    seedShare(backend, 'used up.txt', { remainDownloads: 0 })
    const gone = backend.service.seed.addFile(backend.mei, ['gone.txt'])
    backend.service.seed.addShare(gone, { expires: now + 20 * day })
    backend.service.seed.trashFile(gone)
  }
}

const states: [name: string, word: string | RegExp][] = [
  ['month.txt', 'Live'],
  ['soon.txt', /^Expires in [12] hr$/],
  ['over.txt', 'Expired'],
  ['just over.txt', 'Expired'],
  ['used up.txt', 'Used up'],
  ['gone.txt', 'Source gone'],
]

const clocks = [
  ['a day behind', day],
  ['two minutes behind', 2 * minute],
  ['right', 0],
  ['two minutes ahead', -2 * minute],
  ['a day ahead', -day],
] as const

const open = (clockOffsetMs: number) =>
  page({ clockOffsetMs, seed: seedAt(Date.now() + clockOffsetMs) })

describe('when the clock of the browser is wrong', () => {
  it.each(clocks)(
    'S2 shows links in the state in which the service has them: %s',
    async (_, ms) => {
      const { user } = await open(ms)
      for (const [name, word] of states)
        expect(within(await row(name)).getByText(word)).toBeInTheDocument()
      expect(chip(/^Live/)).toHaveTextContent('2')
      expect(chip(/^Expiring/)).toHaveTextContent('1')
      await user.click(chip(/^Dead links/))
      await user.click(await screen.findByRole('button', { name: 'Clean up…' }))
      const review = within(await screen.findByRole('dialog', { name: 'Clean up 4 dead links' }))
      for (const [cause, count] of [
        ['Source gone', 1],
        ['Expired', 2],
        ['Used up', 1],
      ] as const) {
        const group = within(review.getByRole('region', { name: cause }))
        expect(group.getAllByRole('checkbox', { name: /txt/ })).toHaveLength(count)
      }
    },
  )

  it.each(clocks)('S17 asks only before a dead link is copied: %s', async (_, ms) => {
    const app = await open(ms)
    const { user } = app
    await row('soon.txt')
    await user.click(screen.getByRole('button', { name: 'Copy link to soon.txt' }))
    // Another link of an earlier test may still be on the clipboard.
    const ids = (await linksOfMei(app)).map(({ id }) => id)
    await waitFor(async () => expect(ids).toContain(/\/s\/(\w+)/.exec(await copied())?.[1]))
    await user.click(screen.getByRole('button', { name: 'Copy link to just over.txt' }))
    await screen.findByRole('button', { name: 'Copy anyway' })
  })

  it.each(clocks)('S6 offers to fix a link only when its source is gone: %s', async (_, ms) => {
    const { user } = await open(ms)
    for (const [name, command] of [
      ['just over.txt', 'Edit…'],
      ['gone.txt', 'Fix…'],
    ] as const) {
      await user.pointer({ keys: '[MouseRight]', target: await row(name) })
      const menu = within(await screen.findByRole('menu'))
      expect(menu.getByRole('menuitem', { name: command })).toBeVisible()
      await user.keyboard('{Escape}')
    }
  })
})
