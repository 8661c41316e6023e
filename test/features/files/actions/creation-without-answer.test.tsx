import { describe, expect, it } from 'vitest'
import { createItem } from '#src/features/file-lists/create-item.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { atWork } from './fixtures.tsx'

describe('F2 an item whose creation is not answered', () => {
  it.each([
    ['folder', 'an older folder', 3_600_000],
    ['file', 'a folder', 0],
  ] as const)('a new %s is not said to be there when %s has its name', async (kind, _, age) => {
    const app = await atWork()
    app.service.seed.addFolder(app.mei, ['Work', 'Taken'], { createdAt: Date.now() - age })
    app.faults.next('POST /file/create', { kind: 'lost' })
    const input = { folder: 'svc://my/Work', name: 'Taken', kind }
    await expect(startMutation(app.client, createItem(), input)).rejects.toThrow()
  })

  it('a new file is not said to be there when somebody else makes one with contents meanwhile', async () => {
    const app = await atWork()
    app.service.seed.addFile(app.mei, ['Work', 'Taken'], { size: 5 })
    app.faults.next('POST /file/create', { kind: 'lost' })
    const input = { folder: 'svc://my/Work', name: 'Taken', kind: 'file' } as const
    await expect(startMutation(app.client, createItem(), input)).rejects.toThrow()
  })
})
