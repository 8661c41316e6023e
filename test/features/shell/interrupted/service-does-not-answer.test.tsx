import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { uuid } from '#src/lib/uuid.ts'
import { createJournal } from '#src/platform/operation-journal.ts'
import { renderApp, type Backend } from '../../../dom/harness.tsx'
import { idOf } from '../../../pages/shares/deletion/deletion-fixtures.tsx'
import { seedShare } from '../../../pages/shares/fixtures.tsx'
import journals from './journals-of-earlier-pages.json' with { type: 'json' }

it('T3 what was interrupted is offered while the service does not answer, and links to be deleted once it does', async () => {
  const app = await renderApp({
    path: '/files',
    seed: (backend: Backend) => void seedShare(backend, 'b.txt'),
  })
  const { header, steps } = journals['deletion of links']
  const [{ items } = { items: [] }] = steps as { items: { id: string }[] }[]
  const link = { ...items[0], id: await idOf(app, 'b.txt') }
  await app.reload(async () => {
    app.faults.always('GET /share', { kind: 'status', status: 502 })
    const move = journals['move with Keep both']
    await createJournal(app.mei, uuid(), header, [{ items: [link] }])
    await createJournal(app.mei, uuid(), move.header, move.steps)
  })
  const resume = { name: 'Check and resume' }
  expect(await screen.findByRole('button', resume, { timeout: 20_000 })).toBeVisible()
  const left = '1 link was not deleted.'
  expect(screen.queryByText(left)).toBeNull()
  app.faults.clear()
  expect(await screen.findByText(left, {}, { timeout: 20_000 })).toBeVisible()
  expect(screen.getByRole('button', resume)).toBeVisible()
})
