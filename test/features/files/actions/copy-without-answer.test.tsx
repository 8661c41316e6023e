import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { atWork, select, sendToArchive, sent } from './fixtures.tsx'

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
