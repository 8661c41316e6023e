import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { seedTrashedFile } from '../../../dom/trash-fixtures.ts'
import { filesAt, namesAt } from '../../../processes/service-api.ts'
import { atWork, row, seedWork, select, writeElsewhere } from './fixtures.tsx'

describe('F2 Ctrl+Z after somebody else has done it in part', () => {
  it.each([
    [
      'what is left comes back, and what was back or is gone is counted',
      ['letter.txt', 'plan.tar.gz', 'scan.pdf', 'Drafts'],
      /^2 items restored\. 1 was back already\. 1 no longer exists\.$/,
    ],
    [
      'nothing is left to come back',
      ['letter.txt', 'scan.pdf'],
      /^1 item is back already\. 1 no longer exists\.$/,
    ],
  ] as const)(
    'T4 says what became of each when another tab restored one and deleted one for good: %s',
    async (_what, names, said) => {
      const app = await atWork()
      await select(app, ...names)
      await app.user.keyboard('{Delete}')
      await screen.findByText(/moved to the trash/)
      const uriOf = new Map(
        (await filesAt(app, 'svc://trash')).map(({ name, path }) => [name, path]),
      )
      await writeElsewhere(app, 'POST', '/file/restore', { uris: [uriOf.get('letter.txt')] })
      const body = { uris: [uriOf.get('scan.pdf')], skip_soft_delete: true }
      await writeElsewhere(app, 'DELETE', '/file', body)
      await app.user.keyboard('{Control>}z{/Control}')
      expect(await screen.findByText(said)).toBeVisible()
      expect(screen.queryByRole('alert')).toBeNull()
      expect(await namesAt(app, 'svc://my/Work')).toEqual(['Drafts', 'letter.txt', 'plan.tar.gz'])
    },
  )
})

describe('F2 Ctrl+Z after somebody else has deleted it again with a folder', () => {
  it.each([
    [['letter.txt', 'scan.pdf'], /^.*scan\.pdf.* restored\. 1 is in the trash with its folder\.$/],
    [['letter.txt'], /^“.letter\.txt.” is in the trash with its folder\.$/],
  ] as const)('T4 does not call it gone, of %j', async (names, said) => {
    const app = await atWork()
    await select(app, ...names)
    await app.user.keyboard('{Delete}')
    await screen.findByText(/moved to the trash/)
    const letter = (await filesAt(app, 'svc://trash')).find(({ name }) => name === 'letter.txt')
    await writeElsewhere(app, 'POST', '/file/restore', { uris: [letter?.path] })
    app.service.seed.addFolder(app.mei, ['Work', 'Old'])
    const uris = ['svc://my/Work/letter.txt']
    await writeElsewhere(app, 'POST', '/file/move', { uris, dst: 'svc://my/Work/Old' })
    await writeElsewhere(app, 'DELETE', '/file', { uris: ['svc://my/Work/Old'] })
    await app.user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText(said)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('F2 Ctrl+Z after a restore was cancelled at its questions', () => {
  it('takes back the deletion before it', async () => {
    const names = ['note.pdf', 'plan.pdf']
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        for (const name of names) {
          seedTrashedFile(backend, ['Docs', name])
          backend.service.seed.addFile(backend.mei, ['Docs', name], { size: 7 })
        }
      },
    })
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Delete}')
    await screen.findByText(/letter\.txt.* moved to the trash/)
    await app.user.click(screen.getByRole('link', { name: 'Trash' }))
    await select(app, ...names)
    await app.user.click(screen.getByRole('button', { name: 'Restore' }))
    const plan = await screen.findByRole('dialog', { name: 'Restore 2 items' })
    await app.user.click(within(plan).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await app.user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText(/letter\.txt.* restored/)).toBeVisible()
    expect(await namesAt(app, 'svc://my/Work')).toContain('letter.txt')
  })
})
