import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createJournal, readUnfinishedJournals } from '#src/platform/operation-journal.ts'
import { renderApp } from '../../../dom/harness.tsx'
import { refuseJournals } from '../../../dom/refuse-journals.ts'
import { atWork, choose, ends, file } from '../../uploads/fixtures.tsx'
import journals from './journals-of-earlier-pages.json' with { type: 'json' }

it.each([
  ['move with Keep both', 'Don’t resume', /^A move of 1 item could not be forgotten/],
  ['a job of another page', 'Forget', /^What was interrupted could not be forgotten/],
] as const)(
  'T3 %s that the browser cannot forget stays on offer, and that is said',
  async (kind, choice, text) => {
    const app = await renderApp({ path: '/files' })
    await app.reload(async () => {
      const { header, steps } = journals['move with Keep both']
      const isKnown = kind === 'move with Keep both'
      await createJournal(app.mei, kind, isKnown ? header : { name: 'unknown' }, steps)
    })
    const forget = () => screen.findByRole('button', { name: choice }, { timeout: 15_000 })
    await forget()
    const deletion = refuseJournals('delete')
    await app.user.click(await forget())
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(text)).toBeVisible()
    expect(alert).toHaveTextContent(/storage is full or blocked/)
    expect(await readUnfinishedJournals(app.mei)).toHaveLength(1)
    deletion.mockRestore()
    await app.user.click(await forget())
    await waitFor(async () => expect(await readUnfinishedJournals(app.mei)).toEqual([]))
    expect(screen.queryByRole('button', { name: choice })).toBeNull()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  },
)

it('F2 uploads that have ended are not offered again when the browser could not forget them', async () => {
  const app = await atWork()
  const deletion = refuseJournals('delete')
  choose([file('first.txt'), file('second.txt')])
  await ends('2 files uploaded')
  await waitFor(() => expect(deletion).toHaveBeenCalled())
  expect(await readUnfinishedJournals(app.mei)).toHaveLength(1)
  deletion.mockRestore()
  await app.reload()
  await waitFor(async () => expect(await readUnfinishedJournals(app.mei)).toEqual([]), {
    timeout: 15_000,
  })
  expect(screen.queryByLabelText(/^Resume/)).toBeNull()
})
