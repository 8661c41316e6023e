import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listFiles } from '#src/api/files/files.ts'
import { copy } from '#src/features/files/transfers.ts'
import { withPlacement } from '#src/jobs/placement/placement-request.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { toFileRow } from '#src/lists/rows/file-row.ts'
import { renderApp } from '../../../dom/harness.tsx'
import { seedTrashedFile } from '../../../dom/trash-fixtures.ts'
import { atWork, row, seedWork, select, sendToArchive, sent } from './fixtures.tsx'

type App = Awaited<ReturnType<typeof atWork>>

const addToArchive = ({ service, mei }: App, path: readonly string[], size: number) =>
  service.seed.addFile(mei, ['Archive', ...path], { size })

describe('F2 a copy that is not answered', () => {
  it.each([
    ['of another size', (app: App) => addToArchive(app, ['letter.txt'], 99)],
    ['that is a folder', (app: App) => addToArchive(app, ['letter.txt', 'inside.txt'], 12)],
  ])('is not said to be made where somebody else makes an item %s meanwhile', async (_, make) => {
    const app = await atWork()
    app.faults.next('POST /file/move', { kind: 'drop' })
    app.faults.always('GET /file/info', { kind: 'drop' })
    await select(app, 'letter.txt')
    await sendToArchive(app, 'Copy')
    await waitFor(() => expect(sent(app.requests, 'GET', '/file/info')).not.toHaveLength(0))
    make(app)
    app.faults.clear()
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/move')).toHaveLength(2), {
      timeout: 10_000,
    })
    expect(await screen.findByText(/letter\.txt.* is already in/)).toBeVisible()
  })

  it('is not said to be made where another device has made one half a minute before', async () => {
    const app = await atWork()
    const made = { size: 12, createdAt: Date.now() - 30_000 }
    app.service.seed.addFile(app.mei, ['Archive', 'letter.txt'], made)
    app.faults.next('POST /file/move', { kind: 'drop' })
    const items = (await listFiles('svc://my/Work', {})).files
      .map((file) => withPlacement(toFileRow(file), { to: 'svc://my/Archive' }))
      .filter(({ name }) => name === 'letter.txt')
    await act(() => startMutation(app.client, copy(), { items }))
    expect(await screen.findByText(/letter\.txt.* is already in/)).toBeVisible()
  }, 20_000)

  it('is found where the file was changed before it was copied', async () => {
    const app = await atWork()
    const { seed } = app.service
    seed.removeFile(seed.findFile(app.mei, ['Work', 'letter.txt']) ?? '')
    seed.addFile(app.mei, ['Work', 'letter.txt'], { size: 13 })
    app.faults.next('POST /file/move', { kind: 'lost' })
    await select(app, 'letter.txt')
    await sendToArchive(app, 'Copy')
    await screen.findByText(/letter\.txt.*copied to/, {}, { timeout: 10_000 })
    expect(sent(app.requests, 'POST', '/file/move')).toHaveLength(1)
  })
})

describe('F2 a copy that is not finished', () => {
  it('has the trash read again, to which the service moves what there is of it', async () => {
    const app = await renderApp({
      path: '/trash',
      seed: (backend) => {
        seedWork(backend)
        seedTrashedFile(backend, ['Archive', 'old.txt'])
      },
    })
    await row('old.txt')
    await app.user.click(screen.getByRole('link', { name: /^Files/ }))
    await row('Work')
    app.faults.next('POST /file/move', {
      kind: 'json',
      body: { code: 403, msg: 'no', correlation_id: 'c' },
    })
    await select(app, 'Work')
    await sendToArchive(app, 'Copy')
    await screen.findByText(/Work.* was not copied/)
    seedTrashedFile(app, ['Archive', 'part.txt'])
    await app.user.click(screen.getByRole('link', { name: /^Trash/ }))
    expect(await row('part.txt')).toBeVisible()
  })
})
