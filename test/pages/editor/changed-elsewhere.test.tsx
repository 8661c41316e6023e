import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here } from '../../harness.tsx'
import { callService } from '../../service-api.ts'
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
