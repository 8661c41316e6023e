import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { formatDay } from '#src/lib/time.ts'
import { setMedia } from '../../dom-state.ts'
import { here } from '../../harness.tsx'
import { day, enter, row, seedShare } from './fixtures.tsx'
import { near, withLink } from './link-fixtures.tsx'

type Link = Parameters<typeof withLink>[0]

/** The form of the link, opened from its details. */
async function atForm(link: Link, button = 'Edit…', options: Parameters<typeof withLink>[1] = {}) {
  const app = await withLink(link, options)
  await app.user.click(await row('plan.pdf'))
  await enter(app.user)
  const panel = within(await screen.findByRole('complementary', { name: 'plan.pdf' }))
  await app.user.click(await panel.findByRole('button', { name: button }))
  return { ...app, form: await formIn() }
}
const formIn = async () => {
  // The link is read first, in a dialog of its own.
  const field = await screen.findByRole('textbox', { name: 'Download limit' })
  return within(field.closest('dialog') as HTMLElement)
}
type App = Awaited<ReturnType<typeof atForm>>
const save = ({ user, form }: App) => user.click(form.getByRole('button', { name: 'Save' }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const limitOf = ({ form }: App) => form.getByRole('textbox', { name: 'Download limit' })
const type = async ({ user }: App, field: HTMLElement, text: string) => {
  await user.clear(field)
  if (text) await user.type(field, text)
}

describe('S6 the form of a link', () => {
  it('shows what the link allows, and keeps what is not touched', async () => {
    const expires = Date.now() + 40 * day
    const app = await atForm({
      expires,
      remainDownloads: 13,
      downloaded: 7,
      password: 'geheim77',
      showReadme: true,
    })
    expect(app.form.getByRole('radio', { name: 'On a date' })).toBeChecked()
    expect(limitOf(app)).toHaveValue('13')
    expect(limitOf(app)).toHaveAccessibleDescription(/7 downloads so far/)
    expect(app.form.getByText(/password of a link cannot be changed/)).toBeVisible()
    await type(app, limitOf(app), '20')
    await save(app)
    await closed()
    const share = await app.record()
    expect(share).toMatchObject({ remain_downloads: 20, show_readme: true, password: 'geheim77' })
    near(share.expires, expires)
    expect(await screen.findByText(/^Link to .*plan\.pdf.* changed$/)).toBeVisible()
    expect(app.rowOf()).toMatchObject({ remaining: 20 })
    // Focus is back where the form was opened.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Edit…' })).toBe(document.activeElement),
    )
  })

  it('sets a time, and lifts it again', async () => {
    const app = await atForm({})
    await app.user.click(app.form.getByRole('radio', { name: 'On a date' }))
    const date = app.form.getByLabelText('Date and time')
    fireEvent.change(date, { target: { value: '2001-01-01T10:00' } })
    await save(app)
    expect(date).toHaveAccessibleDescription(/later date/)
    fireEvent.change(date, { target: { value: '2099-05-06T16:30' } })
    await save(app)
    await closed()
    near((await app.record()).expires, new Date('2099-05-06T16:30').getTime())
    await app.user.click(screen.getByRole('button', { name: 'Edit…' }))
    const again = await formIn()
    await app.user.click(again.getByRole('radio', { name: 'Never' }))
    await save({ ...app, form: again })
    await closed()
    expect((await app.record()).expires).toBeUndefined()
  })

  it('of a folder has the view and the read-me', async () => {
    let id = ''
    const app = await withLink(
      {},
      {
        seed: ({ service, mei }) => {
          id = service.seed.addShare(service.seed.addFolder(mei, ['Album']), {
            shareView: true,
            showReadme: true,
          })
        },
      },
    )
    await app.user.click(await row('Album'))
    await enter(app.user)
    await app.user.click(await screen.findByRole('button', { name: 'Edit…' }))
    const view = await screen.findByRole('checkbox', { name: 'Show visitors my layout' })
    expect(view).toBeChecked()
    expect(screen.getByRole('checkbox', { name: /README/ })).toBeChecked()
    await app.user.click(view)
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await closed()
    const share = await app.record(id)
    expect(share.share_view).toBeUndefined()
    expect(share).toMatchObject({ show_readme: true })
  })

  it('sends nothing when nothing was changed', async () => {
    const app = await atForm({ expires: Date.now() + 40 * day, remainDownloads: 3 })
    await save(app)
    await closed()
    expect(app.edits()).toEqual([])
  })

  it('says when the link was changed elsewhere, and lets one choose', async () => {
    const app = await atForm({ remainDownloads: 13 })
    await type(app, limitOf(app), '20')
    await app.call('POST', `/share/${app.id}`, { uri: 'svc://my/plan.pdf', downloads: 50 })
    await save(app)
    expect(await app.form.findByRole('alert')).toHaveTextContent(/allows 50 more/)
    expect(app.edits()).toEqual([])
    await app.user.click(app.form.getByRole('button', { name: 'Use these values' }))
    expect(limitOf(app)).toHaveValue('50')
    await type(app, limitOf(app), '21')
    await app.call('POST', `/share/${app.id}`, { uri: 'svc://my/plan.pdf', downloads: 60 })
    await save(app)
    await app.user.click(await app.form.findByRole('button', { name: 'Save mine' }))
    await closed()
    expect(await app.record()).toMatchObject({ remain_downloads: 21 })
  })

  it('does not take downloads for a change', async () => {
    const app = await atForm({ remainDownloads: 13, downloaded: 7 })
    await app.call('POST', '/file/url', { uris: [`svc://${app.id}@share/plan.pdf`] })
    await waitFor(async () => expect(await app.record()).toMatchObject({ remain_downloads: 12 }))
    await app.user.click(app.form.getByRole('radio', { name: '7 days' }))
    await save(app)
    await closed()
    const share = await app.record()
    expect(share).toMatchObject({ remain_downloads: 12, downloaded: 8 })
    near(share.expires, Date.now() + 7 * day)
  })

  it.each([
    [ErrorCode.groupNotAllowed, 'Your account does not include this.'],
    [ErrorCode.forbidden, 'You may not do this.'],
    [ErrorCode.notFound, 'This is no longer here.'],
  ])(
    'says why it was refused (%i), keeps what was typed, and can be saved then',
    async (code, words) => {
      const app = await atForm({ remainDownloads: 13 })
      await type(app, limitOf(app), '20')
      app.faults.next(`POST /share/${app.id}`, { kind: 'json', body: { code, msg: 'x' } })
      await save(app)
      expect(await app.form.findByRole('alert')).toHaveTextContent(words)
      expect(limitOf(app)).toHaveValue('20')
      await save(app)
      await closed()
      expect(await app.record()).toMatchObject({ remain_downloads: 20 })
    },
  )

  it('is saved once although the answer got lost', async () => {
    const app = await atForm({ remainDownloads: 13 })
    await type(app, limitOf(app), '20')
    app.faults.next(`POST /share/${app.id}`, { kind: 'lost' })
    await save(app)
    await closed()
    expect(app.edits()).toHaveLength(1)
    expect(await app.record()).toMatchObject({ remain_downloads: 20 })
  })

  it('says so when the link is deleted elsewhere meanwhile, and its row goes', async () => {
    const app = await atForm({ remainDownloads: 13 })
    await type(app, limitOf(app), '20')
    await app.call('DELETE', `/share/${app.id}`)
    await save(app)
    expect(await screen.findByText(/was deleted elsewhere/)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: 'plan.pdf' })).toBeNull())
  })

  it('leads to the trash when its item was deleted meanwhile', async () => {
    const app = await atForm({ remainDownloads: 13 })
    await type(app, limitOf(app), '20')
    await app.call('DELETE', '/file', { uris: ['svc://my/plan.pdf'] })
    await save(app)
    await app.user.click(await screen.findByRole('button', { name: 'Show in Trash' }))
    await waitFor(() => expect(window.location.pathname).toBe('/trash'))
    expect(app.edits()).toEqual([])
  })
})

describe('S6 a dead link', () => {
  it('that has expired works again at the same address', async () => {
    const app = await atForm(
      { expires: Date.now() - day, password: 'geheim77', remainDownloads: 4 },
      'Extend…',
      { folder: ['Deep', 'Down'] },
    )
    const extend = app.form.getByRole('button', { name: 'Extend' })
    await waitFor(() => expect(extend).toHaveFocus())
    expect(app.form.getByRole('radio', { name: '30 days' })).toBeChecked()
    expect(
      app.form.getByText(`Until ${formatDay(Date.now() + 30 * day, Date.now(), 'en-US')}`),
    ).toBeVisible()
    await app.user.keyboard('{Enter}')
    await closed()
    const share = await app.record()
    expect(share).toMatchObject({
      expired: false,
      remain_downloads: 4,
      url: `http://localhost/s/${app.id}/geheim77`,
    })
    near(share.expires, Date.now() + 30 * day)
    const cell = within(await row('plan.pdf'))
    await waitFor(() => expect(cell.getByText('Live')).toBeVisible())
  })

  it('that was used up gets a new limit, and keeps its time', async () => {
    const expires = Date.now() + 40 * day
    const app = await atForm({ expires, remainDownloads: 0, downloaded: 4 }, 'Extend…')
    expect(limitOf(app)).toHaveValue('4')
    await waitFor(() => expect(limitOf(app)).toHaveFocus())
    await type(app, limitOf(app), '9')
    await app.user.click(app.form.getByRole('button', { name: 'Extend' }))
    await closed()
    const share = await app.record()
    expect(share).toMatchObject({ expired: false, remain_downloads: 9 })
    near(share.expires, expires)
  })

  it('whose item is in the trash leads there', async () => {
    const app = await withLink({ expires: Date.now() - day })
    await app.call('DELETE', '/file', { uris: ['svc://my/plan.pdf'] })
    await app.user.click(await row('plan.pdf'))
    await enter(app.user)
    await app.user.click(await screen.findByRole('button', { name: 'Extend…' }))
    expect(await screen.findByText(/Restore it to edit the link/)).toBeVisible()
  })

  it('whose item is in a deleted folder leads to that folder', async () => {
    const app = await withLink({}, { folder: ['Work'] })
    await screen.findByTitle('Work')
    await app.call('DELETE', '/file', { uris: ['svc://my/Work'] })
    ;(await row('plan.pdf')).focus()
    await app.user.keyboard('e')
    await app.user.click(await screen.findByRole('button', { name: 'Show in Trash' }))
    await waitFor(() => expect(here()).toBe('/trash?q=Work'))
  })

  it('is extended by the clock of the service', async () => {
    const app = await withLink({ expires: Date.now() + 2 * day })
    app.clock.advance(-day)
    await app.user.click(await row('plan.pdf'))
    await enter(app.user)
    await app.user.click(await screen.findByRole('button', { name: 'Extend…' }))
    const form = await formIn()
    await app.user.click(form.getByRole('radio', { name: '7 days' }))
    await app.user.click(form.getByRole('button', { name: 'Extend' }))
    await closed()
    near((await app.record()).expires, app.clock.now() + 7 * day)
  })
})

describe('S6 from the row', () => {
  it('leads out of a link whose item is gone: to the trash, or to a new link', async () => {
    setMedia('(min-width: 900px)', true)
    const app = await withLink({})
    await app.call('DELETE', '/file', { uris: ['svc://my/plan.pdf'] })
    await app.user.keyboard('r')
    const fix = await screen.findByRole('button', { name: 'Fix the link to plan.pdf' })
    await app.user.pointer({ keys: '[MouseRight]', target: await row('plan.pdf') })
    const menu = within(await screen.findByRole('menu'))
    expect(menu.queryByRole('menuitem', { name: /^(?:Edit|Extend)/ })).toBeNull()
    expect(menu.getByRole('menuitem', { name: /^Fix…/ })).toBeVisible()
    await app.user.keyboard('{Escape}')
    await app.user.click(fix)
    expect(await screen.findByText(/Restore it to edit the link/)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'New link to another item…' }))
    expect(await screen.findByRole('dialog', { name: 'New link' })).toBeVisible()
    await app.user.keyboard('{Escape}')
    await app.user.click(await screen.findByRole('button', { name: 'Fix the link to plan.pdf' }))
    await app.user.click(await screen.findByRole('button', { name: 'Show in Trash' }))
    await waitFor(() => expect(here()).toBe('/trash?q=plan.pdf'))
  })

  it('is offered by key and menu; “Extend” only where it helps', async () => {
    setMedia('(min-width: 900px)', true)
    const { user } = await withLink(
      { expires: Date.now() - day },
      { seed: (backend) => void seedShare(backend, 'live.txt') },
    )
    const entries = async (name: string) => {
      await user.pointer({ keys: '[MouseRight]', target: await row(name) })
      const menu = await screen.findByRole('menu')
      const words = within(menu)
        .getAllByRole('menuitem')
        .map((one) => one.textContent)
      await user.keyboard('{Escape}')
      return words.filter((word) => /^(?:Edit|Extend)/.test(word))
    }
    expect(await entries('plan.pdf')).toEqual(['Edit…E', 'Extend…'])
    expect(await entries('live.txt')).toEqual(['Edit…E'])
    const dead = within(await row('plan.pdf'))
    expect(dead.getByRole('button', { name: 'Extend the link to plan.pdf' })).toBeVisible()
    expect(within(await row('live.txt')).queryByRole('button', { name: /^Extend/ })).toBeNull()
    ;(await row('live.txt')).focus()
    await user.keyboard('e')
    expect(await screen.findByRole('dialog', { name: /^Edit link to .*live\.txt/ })).toBeVisible()
  })
})
