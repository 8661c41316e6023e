import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mergeInterruptedDeletionJournals } from '#src/features/links/deletion/interrupted-deletions.ts'
import { createJournal, readUnfinishedJournals } from '#src/platform/operation-journal.ts'
import { held } from '../../../dom/network.ts'
import { refuseJournals } from '../../../dom/refuse-journals.ts'
import { addLocks } from '../../../features/shell/event-fixtures.ts'
import { page, row } from '../fixtures.tsx'
import { idOf, stored, three } from './deletion-fixtures.tsx'

it('S7 what two closed tabs could not delete stays on offer when the browser takes no journal of both', async () => {
  const view = await page({ seed: three })
  for (const name of ['a.txt', 'b.txt']) {
    const items = [{ id: await idOf(view, name), uri: '', name }]
    const header = { name: 'deleteLinks', version: 1, startedAt: 0, input: {} }
    const operation = { kind: 'deleteLinks', name, count: 1 }
    const whole = { ...header, operation, survivesSignOut: true }
    await createJournal(view.mei, name, whole, [{ items }])
  }
  const put = refuseJournals('put')
  await view.reload()
  const waiting = { timeout: 15_000 }
  expect(await screen.findAllByText('1 link was not deleted.', {}, waiting)).toHaveLength(2)
  put.mockRestore()
  const ids = (await readUnfinishedJournals(view.mei)).map(({ id }) => id)
  expect(ids.toSorted()).toEqual(['a.txt', 'b.txt'])
  // Nothing has been decided, and the next page can keep both as one.
  const next = await view.reload()
  expect(await screen.findByText('2 links were not deleted.', {}, waiting)).toBeVisible()
  await next.user.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await stored(view)).toEqual(['c.txt']))
})

it('S7 what an earlier version of the page has kept is offered by one of two tabs that start together', async () => {
  addLocks()
  const view = await page({ seed: three })
  await row('a.txt')
  const ids = [await idOf(view, 'a.txt'), await idOf(view, 'b.txt')]
  localStorage.setItem(`latchkey.unsent-deletions.${view.mei}`, JSON.stringify(ids))
  const { fault, free } = held()
  view.faults.always('GET /share', fault)
  view.requests.length = 0
  const found = [1, 2].map(() => mergeInterruptedDeletionJournals(view.mei, []))
  await waitFor(() => expect(view.requests.filter(({ path }) => path === '/share')).toHaveLength(2))
  free()
  expect((await Promise.all(found)).flat()).toHaveLength(1)
})
