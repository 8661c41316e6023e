import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setMedia } from '../../dom/dom-state.ts'
import { here } from '../../dom/harness.tsx'
import { decide } from '../../dom/name-clashes.ts'
import { trashNames } from '../../dom/trash-fixtures.ts'
import { filesAt, namesAt } from '../../processes/service-api.ts'
import { day, enter, row } from './fixtures.tsx'
import { withLink } from './link-fixtures.tsx'

type App = Awaited<ReturnType<typeof withLink>>

const fixName = 'Fix the link to plan.pdf'

/** A link whose item has been moved to the trash since the list was loaded, as the list shows it after a refresh. */
async function withDeleted(
  link: Parameters<typeof withLink>[0] = {},
  options: Parameters<typeof withLink>[1] & { deleted?: string } = {},
) {
  setMedia('(min-width: 1120px)', true)
  const app = await withLink(link, options)
  // Where its item was is known from here on.
  if (options.folder) await within(await row('plan.pdf')).findByTitle(options.folder.join(' / '))
  await app.call('DELETE', '/file', { uris: [`svc://my/${options.deleted ?? 'plan.pdf'}`] })
  await app.user.keyboard('r')
  return app
}
const fix = async (app: App) => {
  await app.user.click(await screen.findByRole('button', { name: fixName }))
  return screen.findByRole('button', { name: /^Restore the/ })
}
const findMessage = (text: RegExp) => screen.findByText(text)
const isLive = async () => {
  const cells = within(await row('plan.pdf'))
  await waitFor(() => expect(cells.getByText('Live')).toBeVisible())
}
const isGone = async () => {
  const cells = within(await row('plan.pdf'))
  await waitFor(() => expect(cells.getByText('Source gone')).toBeVisible())
}
const restores = ({ requests }: App) =>
  requests.filter(({ method, path }) => method === 'POST' && path === '/file/restore')

describe('S6 a link whose item is in the trash', () => {
  it('can be deleted instead, which Undo takes back', async () => {
    const app = await withDeleted()
    await fix(app)
    await app.user.click(screen.getByRole('button', { name: 'Delete link' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: 'plan.pdf' })).toBeNull())
    await app.user.click(await screen.findByRole('button', { name: /^Undo/ }))
    await isGone()
  })

  it('works again, in place, after “Fix…” and Enter', async () => {
    const app = await withDeleted({ password: 'geheim77', remainDownloads: 4 })
    await waitFor(async () => expect(await fix(app)).toHaveFocus())
    expect(screen.getByRole('alert')).toHaveTextContent(/works again at the same address/)
    await app.user.keyboard('{Enter}')
    await findMessage(/plan\.pdf.* restored/)
    await isLive()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(here()).toBe('/shares')
    expect(await namesAt(app, 'svc://my')).toEqual(['plan.pdf'])
    expect(await app.record()).toMatchObject({
      expired: false,
      remain_downloads: 4,
      url: `http://localhost/s/${app.id}/geheim77`,
    })
    expect(restores(app)).toHaveLength(1)
    expect(app.edits()).toEqual([])
  })

  it('stays under the filter for dead links until the filter changes', async () => {
    const app = await withDeleted()
    await app.user.click(screen.getByRole('button', { name: /^Dead links/ }))
    await waitFor(async () => expect(await fix(app)).toHaveFocus())
    await app.user.keyboard('{Enter}')
    await findMessage(/plan\.pdf.* restored/)
    await isLive()
    expect(here()).toBe('/shares?state=dead')
    await app.user.click(screen.getByRole('button', { name: 'Source gone' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: 'plan.pdf' })).toBeNull())
  })

  it('works again from its details, which then say where the item is', async () => {
    const app = await withDeleted({}, { folder: ['Deep', 'Down'], deleted: 'Deep/Down/plan.pdf' })
    await isGone()
    await app.user.click(await row('plan.pdf'))
    await enter(app.user)
    const panel = within(await screen.findByRole('complementary', { name: 'plan.pdf' }))
    expect(await panel.findByText('The file is in the trash.')).toBeInTheDocument()
    await app.user.click(panel.getByRole('button', { name: 'Restore the file' }))
    expect(await panel.findByText('Deep / Down')).toBeVisible()
    await isLive()
    expect(panel.queryByRole('button', { name: /^Restore/ })).toBeNull()
  })

  it('is where its details say, also when that is undone and done again elsewhere', async () => {
    const app = await withDeleted({}, { folder: ['Deep', 'Down'], deleted: 'Deep/Down/plan.pdf' })
    await isGone()
    await app.user.click(await row('plan.pdf'))
    await enter(app.user)
    const panel = within(await screen.findByRole('complementary', { name: 'plan.pdf' }))
    await app.user.click(await panel.findByRole('button', { name: 'Restore the file' }))
    await panel.findByText('Deep / Down')
    await app.user.click(await screen.findByRole('button', { name: /^Undo/ }))
    await isGone()
    expect(await panel.findByText('The file is in the trash.')).toBeVisible()
    expect(panel.getByRole('button', { name: 'Restore the file' })).toBeVisible()
    const [trashed] = (await filesAt(app, 'svc://trash')) as { path: string }[]
    await app.call('POST', '/file/restore', { uris: [trashed?.path ?? ''] })
    await app.user.click(await row('plan.pdf'))
    await app.user.keyboard('r')
    await isLive()
    expect(await panel.findByText('Deep / Down')).toBeVisible()
    expect(panel.queryByRole('button', { name: /^Restore/ })).toBeNull()
  })

  it('is offered under one word in its row, in its menu and in its details', async () => {
    const app = await withDeleted()
    await isGone()
    expect(screen.getByRole('button', { name: fixName })).toHaveTextContent(/^Fix…$/)
    await app.user.pointer({ keys: '[MouseRight]', target: await row('plan.pdf') })
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getByRole('menuitem', { name: /^Fix…/ })).toBeVisible()
    await app.user.keyboard('{Escape}')
    await app.user.click(await row('plan.pdf'))
    await enter(app.user)
    const panel = within(await screen.findByRole('complementary', { name: 'plan.pdf' }))
    expect(panel.queryByRole('button', { name: 'Edit…' })).toBeNull()
    await app.user.click(panel.getByRole('button', { name: 'Fix…' }))
    const asked = within(await screen.findByRole('dialog', { name: /no longer works$/ }))
    await app.user.click(await asked.findByRole('button', { name: 'Restore the file' }))
    await isLive()
    expect(panel.getByRole('button', { name: 'Edit…' })).toBeVisible()
  })

  it('works again with the folder that it is in, and so does every other link into it', async () => {
    const app = await withDeleted(
      {},
      {
        folder: ['Work'],
        deleted: 'Work',
        seed: ({ service, mei }) => {
          service.seed.addShare(service.seed.addFolder(mei, ['Work']))
        },
      },
    )
    await isGone()
    await within(await row('Work')).findByText('Source gone')
    const button = await fix(app)
    expect(button.textContent).toMatch(/^Restore the folder .*Work/)
    expect(screen.getByRole('alert')).toHaveTextContent(/in the trash, in the folder .*Work/)
    await app.user.click(button)
    await isLive()
    await within(await row('Work')).findByText('Live')
    expect(await trashNames(app)).toEqual([])
  })

  it('is not called restored before the service has confirmed it, and is restored once although the answer got lost', async () => {
    const app = await withDeleted()
    app.faults.next('POST /file/restore', { kind: 'lost' })
    await app.user.click(await fix(app))
    await findMessage(/plan\.pdf.* restored/)
    await isLive()
    expect(restores(app)).toHaveLength(1)
  })

  it('stays dead when the restore is refused, and it says why', async () => {
    const app = await withDeleted()
    app.faults.next('POST /file/restore', { kind: 'json', body: { code: 403, msg: 'no' } })
    await app.user.click(await fix(app))
    await waitFor(() => expect(restores(app)).toHaveLength(1))
    await screen.findByRole('dialog', { name: '0 of 1 restored' })
    expect(screen.queryByText(/plan\.pdf.* restored/)).toBeNull()
    await isGone()
  })

  it('asks what is to become of another file that has its place', async () => {
    const app = await withDeleted()
    app.service.seed.addFile(app.mei, ['plan.pdf'])
    await app.user.click(await fix(app))
    const plan = await screen.findByRole('dialog', { name: 'Restore 1 item' })
    await decide(app.user, plan, 'Keep both')
    await findMessage(/plan\.pdf.* restored/)
    expect(await namesAt(app, 'svc://my')).toHaveLength(2)
    await waitFor(() => expect(app.rowOf()).toMatchObject({ isExpired: false }))
  })

  it('is live when a second try has brought it back, once the file that is there now was shown', async () => {
    const app = await withDeleted()
    const { seed } = app.service
    const shown = seed.addFile(app.mei, ['plan.pdf'])
    await app.user.click(await fix(app))
    const plan = await screen.findByRole('dialog', { name: 'Restore 1 item' })
    seed.removeFile(shown)
    seed.addFile(app.mei, ['plan.pdf'])
    await decide(app.user, plan, 'Replace')
    const result = await screen.findByRole('dialog', { name: '0 of 1 restored' })
    await decide(app.user, result, 'Replace')
    await screen.findByRole('dialog', { name: '1 item restored' })
    await isLive()
  })

  it('asks about a lock, and goes on once that is released', async () => {
    const app = await withDeleted({}, { folder: ['Held'], deleted: 'Held/plan.pdf' })
    const application = { type: 'dav' }
    app.service.seed.addLock({ owner: app.mei, holder: app.lin, path: ['Held'], application })
    await app.user.click(await fix(app))
    const asked = within(await screen.findByRole('alertdialog'))
    await app.user.click(await asked.findByRole('button', { name: 'Unlock and retry' }))
    await isLive()
    expect(await trashNames(app)).toEqual([])
  })

  it('is dead again when the restore is undone', async () => {
    const app = await withDeleted()
    await app.user.click(await fix(app))
    await isLive()
    await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await isGone()
    expect(await trashNames(app)).toEqual(['plan.pdf'])
  })

  it('and that has expired is extended in the form that follows', async () => {
    const app = await withDeleted({ expires: Date.now() - day })
    await app.user.click(await screen.findByRole('button', { name: 'Extend the link to plan.pdf' }))
    await app.user.click(await screen.findByRole('button', { name: 'Restore the file' }))
    await app.user.click(await screen.findByRole('button', { name: 'Extend' }))
    await isLive()
    expect(await app.record()).toMatchObject({ expired: false })
    expect(app.edits()).toHaveLength(1)
  })

  it('leads to “Fix…” when it is copied', async () => {
    const app = await withDeleted()
    await isGone()
    ;(await row('plan.pdf')).focus()
    await app.user.keyboard('c')
    const asked = within(await screen.findByRole('dialog', { name: 'This link is dead' }))
    await app.user.click(asked.getByRole('button', { name: 'Fix…' }))
    await app.user.click(await screen.findByRole('button', { name: 'Restore the file' }))
    await isLive()
  })

  it('that was restored elsewhere is live again where “Fix…” finds it', async () => {
    const app = await withDeleted()
    await isGone()
    const [deleted] = await filesAt(app, 'svc://trash')
    await app.call('POST', '/file/restore', { uris: [deleted?.path] })
    await app.user.click(screen.getByRole('button', { name: fixName }))
    expect(await screen.findByRole('textbox', { name: 'Download limit' })).toBeVisible()
    await isLive()
  })

  it('is not called deleted where another file has the place that it had before its folder was deleted', async () => {
    const app = await withLink({}, { folder: ['Work'] })
    setMedia('(min-width: 1120px)', true)
    await within(await row('plan.pdf')).findByText('Work')
    await app.call('POST', '/file/create', { uri: 'svc://my/Old', type: 'folder' })
    await app.call('POST', '/file/move', { uris: ['svc://my/Work/plan.pdf'], dst: 'svc://my/Old' })
    await app.call('POST', '/file/create', { uri: 'svc://my/Work/plan.pdf', type: 'file' })
    await app.call('DELETE', '/file', { uris: ['svc://my/Old'] })
    await app.user.click(await row('plan.pdf'))
    await enter(app.user)
    const panel = within(await screen.findByRole('complementary', { name: 'plan.pdf' }))
    await app.user.click(await panel.findByRole('button', { name: /^(Edit…|Fix)/ }))
    const dialog = await screen.findByRole('dialog', { name: /cannot be edited|no longer works/ })
    expect(within(dialog).getByRole('alert')).toHaveTextContent(/^The file was not found/)
  })
})
