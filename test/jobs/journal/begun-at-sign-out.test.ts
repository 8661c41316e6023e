import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { deleteJournalsOfUser, readUnfinishedJournals } from '#src/platform/operation-journal.ts'

const operation = { kind: 'deleteLinks', name: 'a', count: 1 } as const
const items = [{ id: 'a', uri: 'svc://a@share', name: 'a' }]

it.each([
  { survivesSignOut: false, left: [] },
  { survivesSignOut: true, left: [{ steps: [{ items }] }] },
])(
  'G2 a journal that is begun while its user signs out is there afterwards when the next session is to offer it: $survivesSignOut',
  async ({ survivesSignOut, left }) => {
    const header = { name: 'deleteLinks', version: 1, startedAt: 0, input: {}, operation }
    const journal = JobJournal.begin('mei', { ...header, survivesSignOut }, items)
    resetStores()
    await deleteJournalsOfUser('mei')
    await journal.written
    expect(await readUnfinishedJournals('mei')).toMatchObject(left)
  },
)
