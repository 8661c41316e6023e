import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { editLink } from '#src/features/links/edit/edit-link.ts'
import { links } from '#src/features/links/links.ts'
import { showEditedLink } from '#src/features/links/list/link-list-patches.ts'
import { day } from '../fixtures.tsx'
import { near, withLink as withApp } from '../link-fixtures.tsx'

async function withLink(...of: Parameters<typeof withApp>) {
  const app = await withApp(...of)
  const edit = (change: Parameters<typeof editLink>[2]) => editLink(app.client, app.rowOf(), change)
  return { ...app, edit }
}

describe('S6 one link is edited', () => {
  it('and everything else about it stays as it is', async () => {
    const now = Date.now()
    const { edit, record } = await withLink({
      expires: now + 3 * day,
      remainDownloads: 13,
      downloaded: 7,
      password: 'geheim77',
      showReadme: true,
      shareView: true,
    })
    const edited = await edit({ expires: now + 30 * day })
    const share = await record()
    near(share.expires, now + 30 * day)
    expect(share).toMatchObject({
      remain_downloads: 13,
      downloaded: 7,
      password: 'geheim77',
      show_readme: true,
      share_view: true,
    })
    expect(edited).toMatchObject({ remaining: 13, isExpired: false, isViewShared: true })
    await edit({ remaining: 5 })
    near((await record()).expires, now + 30 * day)
    expect(await record()).toMatchObject({ remain_downloads: 5, show_readme: true })
  })

  it('and an expired one works again at the same address', async () => {
    const now = Date.now()
    const { edit, record, id } = await withLink(
      { expires: now - day, remainDownloads: 4, password: 'geheim77' },
      { folder: ['Deep', 'Down'] },
    )
    expect(await record()).toMatchObject({ expired: true })
    await edit({ expires: now + 7 * day })
    expect(await record()).toMatchObject({
      expired: false,
      remain_downloads: 4,
      url: `http://localhost/s/${id}/geheim77`,
    })
  })

  it('but is not sent while it would stay dead: the service would take that for never', async () => {
    const { edit, edits, record } = await withLink({
      expires: Date.now() - day,
      remainDownloads: 0,
    })
    await expect(edit({ remaining: 9 })).rejects.toMatchObject({ limits: { remaining: 0 } })
    await expect(edit({ expires: Date.now() + day })).rejects.toMatchObject({
      limits: { remaining: 0 },
    })
    expect(edits()).toEqual([])
    await edit({ expires: Date.now() + day, remaining: 9 })
    expect(await record()).toMatchObject({ expired: false, remain_downloads: 9 })
  })

  it('when its item was moved, and when it was renamed while the edit was on its way', async () => {
    const { edit, record, call, faults, edits, id } = await withLink({})
    await edit({ remaining: 3 })
    await call('POST', '/file/rename', { uri: 'svc://my/plan.pdf', new_name: 'plan 2.pdf' })
    await edit({ remaining: 4 })
    expect(await record()).toMatchObject({ name: 'plan 2.pdf', remain_downloads: 4 })

    let arrive = () => {}
    const until = new Promise<void>((resolve) => (arrive = resolve))
    faults.next(`POST /share/${id}`, { kind: 'hold', until })
    const sent = edits().length
    const running = edit({ remaining: 5 })
    await waitFor(() => expect(edits()).toHaveLength(sent + 1))
    await call('POST', '/file/rename', { uri: 'svc://my/plan 2.pdf', new_name: 'plan 3.pdf' })
    arrive()
    await running
    expect(await record()).toMatchObject({ name: 'plan 3.pdf', remain_downloads: 5 })
  })

  it('once, although its answer gets lost', async () => {
    const { edit, edits, record, faults, id } = await withLink({ remainDownloads: 2 })
    faults.next(`POST /share/${id}`, { kind: 'lost' })
    expect(await edit({ remaining: 8 })).toMatchObject({ remaining: 8 })
    expect(await record()).toMatchObject({ remain_downloads: 8 })
    expect(edits()).toHaveLength(1)

    faults.next(`POST /share/${id}`, { kind: 'drop' })
    await expect(edit({ remaining: 9 })).rejects.toMatchObject({ name: 'TransportError' })
    expect(await record()).toMatchObject({ remain_downloads: 8 })
  })

  it('by the clock of the service, when the one of the browser is a day off', async () => {
    const { edit, record, clock } = await withLink({ expires: Date.now() + 40 * day })
    clock.advance(-day)
    const before = (await record()).expires
    await edit({ remaining: 3 })
    near((await record()).expires, Date.parse(before ?? ''))
    await edit({ expires: clock.now() + 7 * day })
    near((await record()).expires, clock.now() + 7 * day)
  })

  it('unless its item or the link itself is gone, and it says which', async () => {
    const { edit, edits, service, call, id } = await withLink({}, { folder: ['Folder'] })
    await edit({ remaining: 3 })
    const sent = edits().length
    const { id: fileId } = (await call('GET', '/file/info?uri=svc://my/Folder/plan.pdf')) as {
      id: string
    }
    service.seed.trashFile(fileId)
    await expect(edit({ remaining: 4 })).rejects.toMatchObject({ source: { at: 'trash' } })
    await call('POST', '/file/restore', { uris: [await onlyTrashed(call)] })
    await edit({ remaining: 4 })
    await call('DELETE', `/share/${id}`)
    await expect(edit({ remaining: 5 })).rejects.toMatchObject({ source: { at: 'deleted' } })
    expect(edits()).toHaveLength(sent + 1)
  })
})

async function onlyTrashed(call: (method: string, path: string) => Promise<unknown>) {
  const { files } = (await call('GET', '/file?uri=svc://trash')) as { files: { path: string }[] }
  return files[0]?.path
}

it('S6 what was changed while its form was read stays in the list', async () => {
  const app = await withLink({ remainDownloads: 5 })
  let free = () => {}
  const until = new Promise<void>((resolve) => (free = resolve))
  app.faults.next(({ method, path }) => method === 'GET' && path.startsWith('/share/'), {
    kind: 'late',
    until,
  })
  const reading = app.client.fetchQuery(links.limits(app.rowOf()))
  showEditedLink(app.client, { ...app.rowOf(), remaining: 3 })
  free()
  expect((await reading).limits).toMatchObject({ remaining: 5 })
  expect(app.rowOf()).toMatchObject({ remaining: 3 })
})
