import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createJournal, readUnfinishedJournals } from '#src/platform/operation-journal.ts'
import { refuseJournals } from '../../../dom/refuse-journals.ts'
import { page } from '../fixtures.tsx'
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
