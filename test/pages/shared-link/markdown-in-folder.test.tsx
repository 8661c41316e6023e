import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { renderApp, type RenderOptions } from '../../dom/harness.tsx'

/** Opens a text of Mei's folder behind a link. */
async function openNotes(
  share: { remainDownloads?: number; everyone?: string } = {},
  options: RenderOptions = {},
) {
  let id = ''
  const { everyone, ...limit } = share
  const app = await renderApp({
    as: null,
    isStrict: false,
    seed: ({ service: { seed }, mei }) => {
      const folder = seed.addFolder(mei, ['Trip'])
      const contents = new TextEncoder().encode('# Plan\n\nTake the *ferry*. [Map](map.txt)')
      seed.addFile(mei, ['Trip', 'Notes.md'], { contents })
      seed.addFile(mei, ['Trip', 'map.txt'], { contents })
      id = seed.addShare(folder, {
        ...limit,
        ...(everyone !== undefined && {
          permissionSetting: {
            same_group: null,
            everyone,
            other: null,
            anonymous: null,
            group_explicit: {},
            user_explicit: {},
          },
        }),
      })
    },
    path: () => `/files?uri=${encodeURIComponent(`svc://${id}@share`)}&layout=list`,
    ...options,
  })
  await app.user.dblClick(await screen.findByRole('row', { name: 'Notes.md' }))
  const asked = () => app.requests.filter(({ path }) => path === '/file/url').length
  return { ...app, asked }
}
const viewer = async () => within(await screen.findByRole('dialog', { name: 'Notes.md' }))

describe('F7 F8 a text in Markdown in a folder behind a link', () => {
  it('is read by a visitor, and its links lead on in the folder', async () => {
    const { user, asked } = await openNotes()
    const dialog = await viewer()
    expect(await dialog.findByRole('heading', { level: 3, name: 'Plan' })).toBeVisible()
    expect(dialog.queryByRole('link', { name: 'Open as text' })).toBeNull()
    expect(asked()).toBe(1)
    await user.click(dialog.getByRole('link', { name: 'Map' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('row', { name: 'map.txt' })).toHaveFocus())
  })

  it('closes with Escape, and the focus is back on its row', async () => {
    const { user } = await openNotes()
    await (await viewer()).findByRole('heading', { name: 'Plan' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('row', { name: 'Notes.md' })).toHaveFocus())
  })

  it('is fetched only when asked for where downloads are limited', async () => {
    const { user, asked } = await openNotes({ remainDownloads: 3 })
    const dialog = await viewer()
    const open = await dialog.findByRole('button', { name: 'Open (3 of 3 downloads left)' })
    expect(asked()).toBe(0)
    await user.click(open)
    expect(await dialog.findByRole('heading', { name: 'Plan' })).toBeVisible()
    expect(asked()).toBe(1)
  })

  it('says why it cannot be read, and is tried again', async () => {
    const { user } = await openNotes(
      {},
      {
        faults: (faults) =>
          faults.next('POST /file/url', { kind: 'json', body: { code: 50001, msg: 'no' } }),
      },
    )
    const dialog = await viewer()
    expect(await dialog.findByRole('alert')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Retry' }))
    expect(await dialog.findByRole('heading', { name: 'Plan' })).toBeVisible()
  })

  it('is read by somebody who may only look, as text too', async () => {
    const { user } = await openNotes({}, { as: 'lin' })
    const dialog = await viewer()
    expect(await dialog.findByRole('heading', { name: 'Plan' })).toBeVisible()
    await user.click(dialog.getByRole('link', { name: 'Open as text' }))
    const text = await screen.findByRole('textbox', { name: /Text of .*Notes\.md/ })
    expect(text).toHaveAttribute('readonly')
  })

  it('is edited by somebody who may change it', async () => {
    const { read, update } = SharePermission
    await openNotes({ everyone: encodeBoolset([read, update]) }, { as: 'lin' })
    const text = await screen.findByRole('textbox', { name: /Text of .*Notes\.md/ })
    expect(text).not.toHaveAttribute('readonly')
  })
})

describe('F8 a text in Markdown among one’s own files', () => {
  it('opens in the editor', async () => {
    const { user } = await renderApp({
      as: 'mei',
      seed: ({ service: { seed }, mei }) => {
        seed.addFile(mei, ['Notes.md'], { contents: new TextEncoder().encode('# Plan') })
      },
      path: '/files?layout=list',
    })
    await user.dblClick(await screen.findByRole('row', { name: 'Notes.md' }))
    const text = await screen.findByRole('textbox', { name: /Text of .*Notes\.md/ })
    expect(text).toHaveValue('# Plan')
    expect(text).not.toHaveAttribute('readonly')
  })
})
