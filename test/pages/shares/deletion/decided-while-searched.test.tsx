import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { mergeInterruptedDeletionJournals } from '#src/features/links/deletion/interrupted-deletions.ts'
import { readJournaledJob } from '#src/jobs/journal/journaled-job.ts'
import { createJournal, readUnfinishedJournals } from '#src/platform/operation-journal.ts'
import { held } from '../../../dom/network.ts'
import { WebLocks } from '../../../faults/model/tabs/web-locks.ts'
import { page } from '../fixtures.tsx'
import { idOf, stored, three } from './deletion-fixtures.tsx'

it.each([
  ['Delete', 'with Web Locks', ['b.txt', 'c.txt']],
  ['Keep', 'with Web Locks', ['a.txt', 'b.txt', 'c.txt']],
  ['Delete', 'on plain http', ['b.txt', 'c.txt']],
  ['Keep', 'on plain http', ['a.txt', 'b.txt', 'c.txt']],
])('S7 %s of what a page has left is carried out while links are read, %s', async (...given) => {
  const [decision, where, left] = given
  if (where === 'with Web Locks') {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: new WebLocks() })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  }
  const view = await page({ seed: three })
  const items = [{ id: await idOf(view, 'a.txt'), uri: '', name: 'a.txt' }]
  const operation = { kind: 'deleteLinks', name: 'a.txt', count: 1 }
  const header = { name: 'deleteLinks', version: 1, startedAt: 0, input: {}, operation }
  await createJournal(view.mei, 'left', { ...header, survivesSignOut: true }, [{ items }])
  const next = await view.reload()
  const text = '1 link was not deleted.'
  expect(await screen.findByText(text, {}, { timeout: 15_000 })).toBeVisible()
  const found = (await readUnfinishedJournals(view.mei)).flatMap(
    (record) => readJournaledJob(record) ?? [],
  )
  const deletion = held()
  view.faults.always('DELETE /share', deletion.fault)
  const reading = held()
  view.faults.always('GET /share', reading.fault)
  view.requests.length = 0
  // Another page with a notice of its own is entered, which has them looked for again.
  const searching = mergeInterruptedDeletionJournals(view.mei, found)
  await waitFor(() => expect(view.requests.some(({ path }) => path === '/share')).toBe(true))
  await next.user.click(screen.getByRole('button', { name: decision }))
  if (decision === 'Delete')
    await waitFor(() => expect(view.requests.some(({ method }) => method === 'DELETE')).toBe(true))
  else await waitFor(async () => expect(await readUnfinishedJournals(view.mei)).toEqual([]))
  reading.free()
  expect(await searching).toEqual([])
  deletion.free()
  await waitFor(async () => expect(await stored(view)).toEqual(left))
  await waitFor(async () => expect(await readUnfinishedJournals(view.mei)).toEqual([]))
})
