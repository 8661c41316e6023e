import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here } from '../../dom/harness.tsx'
import { callService } from '../../processes/service-api.ts'
import { field, open, save, unlockAll, write } from './fixtures.tsx'

/* G12: an open text hears what other clients do to its file. */

async function openFollowing() {
  const app = await open({ isLive: true, isStrict: false })
  await field()
  await waitFor(() =>
    expect(app.requests.find(({ path }) => path === '/file/events')?.status).toBe(200),
  )
  const { service, mei, uri } = app
  const send = async (method: string, path: string, body: unknown) =>
    expect((await callService(service, method, path, { as: mei, body })).code).toBe(0)
  return {
    ...app,
    saveElsewhere: (text: string) =>
      send('PUT', `/file/content?uri=${encodeURIComponent(uri)}`, text),
    renameElsewhere: (name: string) => send('POST', '/file/rename', { uri, new_name: name }),
    removeElsewhere: () => send('DELETE', '/file', { uris: [uri] }),
  }
}

describe('G12 a text that is changed elsewhere while it is open', () => {
  it('follows when nothing is typed, and is not called locked', async () => {
    const app = await openFollowing()
    await app.saveElsewhere('Dear Mei,')
    await waitFor(async () => expect(await field()).toHaveValue('Dear Mei,'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText('Only you can edit while this is open')).toBeNull()
    expect(app.service.seed.lockTokens()).toEqual([])
  })

  it('shows what is stored beside what one has typed, by lines, before one of them is chosen', async () => {
    const app = await openFollowing()
    await write(app, 'So. ')
    unlockAll(app.service)
    await app.saveElsewhere('Dear Mei,\nthanks')
    await app.user.click(await screen.findByRole('button', { name: 'Compare…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Which text should stay?' }))
    await waitFor(() =>
      expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
        'Stored nowYours',
        expect.stringMatching(/^1Dear Mei,1.*So\. /),
        '2thanks',
      ]),
    )
    expect(dialog.getAllByRole('deletion').map(({ textContent }) => textContent)).toEqual([
      'Dear Mei,',
      'thanks',
    ])
    expect(await app.stored()).toBe('Dear Mei,\nthanks')
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect((await field()).value).toContain('So. ')
    await app.user.click(screen.getByRole('button', { name: 'Compare…' }))
    await app.user.click(
      within(await screen.findByRole('dialog')).getByRole('button', {
        name: 'Discard mine and reload',
      }),
    )
    await waitFor(async () => expect(await field()).toHaveValue('Dear Mei,\nthanks'))
  })

  it('offers Retry where the stored text cannot be read', async () => {
    const app = await openFollowing()
    await write(app, 'So. ')
    unlockAll(app.service)
    await app.saveElsewhere('Dear Mei,')
    await screen.findByRole('button', { name: 'Compare…' })
    app.faults.always(({ path }) => path.endsWith('/contents'), { kind: 'drop' })
    await app.user.click(screen.getByRole('button', { name: 'Compare…' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The stored text could not be read')
    app.faults.clear()
    await app.user.click(dialog.getByRole('button', { name: 'Retry' }))
    expect(await dialog.findByRole('row', { name: /Dear Mei/ })).toBeVisible()
  })

  it('follows its file to another name, and is saved there', async () => {
    const app = await openFollowing()
    await write(app, ' bye')
    unlockAll(app.service)
    await app.renameElsewhere('note.txt')
    const renamed = await field('note.txt')
    expect(renamed).toHaveValue('Dear Lin, bye')
    expect(here()).toContain('note.txt')
    await save(app.user)
    await app.user.click(await screen.findByRole('button', { name: 'Lock again' }))
    await screen.findByText('Only you can edit while this is open')
    await save(app.user)
    await waitFor(async () => expect(await app.stored()).toBe('Dear Lin, bye'))
  })

  it('says that it is gone when it was deleted', async () => {
    const app = await openFollowing()
    await app.removeElsewhere()
    expect(await screen.findByRole('alert')).toHaveTextContent('renamed, moved or deleted')
  })

  it('is not read again for what one saves oneself', async () => {
    const app = await openFollowing()
    await write(app, ' bye')
    await save(app.user)
    await screen.findByText('Saved')
    expect(await field()).toHaveValue('Dear Lin, bye')
    expect(await app.stored()).toBe('Dear Lin, bye')
  })
})
