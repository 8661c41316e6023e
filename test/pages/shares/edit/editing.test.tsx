import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { day, enter, row, wide } from '../fixtures.tsx'
import { near, withLink } from '../link-fixtures.tsx'
import { atForm, closed, formIn, limitOf, save, type } from './edit-fixtures.tsx'

/** That of the details: the bar has another one. */
const editButton = () =>
  within(screen.getByRole('complementary')).getByRole('button', { name: 'Edit…' })

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
    expect(limitOf(app)).toHaveValue('20')
    expect(limitOf(app)).toHaveAccessibleDescription(/7 downloads so far/)
    expect(app.form.getByText(/password of a link cannot be changed/)).toBeVisible()
    await type(app, limitOf(app), '30')
    await save(app)
    await closed()
    const share = await app.record()
    expect(share).toMatchObject({ remain_downloads: 23, show_readme: true, password: 'geheim77' })
    near(share.expires, expires)
    expect(await screen.findByText(/^The link to .*plan\.pdf.* works until /)).toBeVisible()
    expect(app.rowOf()).toMatchObject({ remaining: 23 })
    // Focus is back where the form was opened.
    await waitFor(() => expect(editButton()).toBe(document.activeElement))
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
    await app.user.click(editButton())
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
    await screen.findByRole('complementary')
    await app.user.click(editButton())
    const view = await screen.findByRole('checkbox', { name: 'Show visitors my layout' })
    expect(view).toBeChecked()
    expect(screen.getByRole('checkbox', { name: /README/ })).toBeChecked()
    await app.user.click(view)
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await closed()
    expect(
      await screen.findByText(/never expires · visitors see the default layout$/),
    ).toBeVisible()
    const share = await app.record(id)
    expect(share.share_view).toBeUndefined()
    expect(share).toMatchObject({ show_readme: true })
  })

  it.each([
    ['used up', { remainDownloads: 0, downloaded: 4 }, /^Its downloads are used up\. Saving makes/],
    ['expired', { expires: Date.now() - day }, /^It has expired\. Saving makes it work again\.$/],
    ['alive', { expires: Date.now() + day, remainDownloads: 3 }, null],
  ] as const)('says of a link that is %s whether saving revives it', async (_state, link, text) => {
    const { form, user } = await atForm(link)
    if (text) expect(form.getByText(text)).toBeVisible()
    else expect(form.queryByText(/Saving makes/)).toBeNull()
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await closed()
    const panel = within(screen.getByRole('complementary', { name: 'plan.pdf' }))
    await user.click(panel.getByRole('button', { name: 'Extend…' }))
    expect((await formIn()).queryByText(/Saving makes/)).toBeNull()
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
    const changes = within(await app.form.findByRole('alert')).getAllByRole('listitem')
    expect(changes.map(({ textContent }) => textContent)).toEqual(['Download limit: 50'])
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

  it.each(['Edit…', 'Extend…'])(
    'says how the access was changed elsewhere, and leaves it so: %s',
    async (button) => {
      const change = encodeBoolset([SharePermission.read, SharePermission.update])
      const app = await atForm(
        {
          expires: Date.now() + 3 * day,
          permissionSetting: { ...noPermissions, everyone: change },
        },
        button,
      )
      const taken = { ...noPermissions, everyone: encodeBoolset([SharePermission.read]) }
      const { expires } = await app.record()
      await app.call('POST', `/share/${app.id}`, {
        uri: 'svc://my/plan.pdf',
        expire: Math.round((Date.parse(expires ?? '') - Date.now()) / 1000),
        permissions: taken,
      })
      await type(app, limitOf(app), '20')
      await app.user.click(
        app.form.getByRole('button', { name: button.replace('…', '').replace('Edit', 'Save') }),
      )
      const changes = within(await app.form.findByRole('alert')).getAllByRole('listitem')
      expect(changes.map(({ textContent }) => textContent)).toEqual(['Access: Public'])
      await app.user.click(app.form.getByRole('button', { name: 'Save mine' }))
      await closed()
      expect(await app.record()).toMatchObject({
        remain_downloads: 20,
        permission_setting: taken,
      })
    },
  )

  it('names every part that was changed elsewhere', async () => {
    let id = ''
    const app = await withLink(
      {},
      {
        seed: ({ service, mei }) => {
          id = service.seed.addShare(service.seed.addFolder(mei, ['Album']), { shareView: true })
        },
      },
    )
    await app.user.click(await row('Album'))
    await enter(app.user)
    await app.user.click(editButton())
    const form = await formIn()
    await app.user.click(form.getByRole('checkbox', { name: 'Show README on the link page' }))
    const change = { uri: 'svc://my/Album', show_readme: true, downloads: 9, expire: 864_000 }
    await app.call('POST', `/share/${id}`, change)
    await app.user.click(form.getByRole('radio', { name: '7 days' }))
    await save({ ...app, form })
    const changes = within(await form.findByRole('alert')).getAllByRole('listitem')
    expect(changes.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Expires: \S/),
      'Download limit: 9',
      'Visitors see the default layout',
      'README: Shown on the link page',
    ])
    await app.user.click(form.getByRole('button', { name: 'Save mine' }))
    await closed()
    const share = await app.record(id)
    expect(share).toMatchObject({ remain_downloads: 9, show_readme: true })
    expect(share.share_view ?? false).toBe(false)
    near(share.expires, Date.now() + 7 * day)
  })

  it('has the limit as its list says it, and counts downloads that happen meanwhile', async () => {
    wide()
    const app = await atForm({ remainDownloads: 13, downloaded: 7 })
    expect(screen.getAllByText('7 of 20').length).toBeGreaterThan(0)
    await type(app, limitOf(app), '7')
    await save(app)
    expect(limitOf(app)).toHaveAccessibleDescription(/^Type a whole number of more than 7/)
    await type(app, limitOf(app), '25')
    await app.call('POST', '/file/url', { uris: [`svc://${app.id}@share/plan.pdf`] })
    await waitFor(async () => expect(await app.record()).toMatchObject({ downloaded: 8 }))
    await save(app)
    await closed()
    expect(await app.record()).toMatchObject({ remain_downloads: 17, downloaded: 8 })
    expect(screen.getAllByText('8 of 25').length).toBeGreaterThan(0)
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
    [ErrorCode.forbidden, 'You don’t have access.'],
    [ErrorCode.notFound, 'This no longer exists.'],
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
    expect(await screen.findByText('This link was deleted.')).toBeVisible()
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

  it('says that one is offline only until the network is back, and keeps what was typed', async () => {
    const app = await atForm({ remainDownloads: 2 })
    await type(app, limitOf(app), '9')
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => onLine.mockRestore())
    app.faults.always('POST /share/*', { kind: 'drop' })
    act(() => void window.dispatchEvent(new Event('offline')))
    await save(app)
    expect(await app.form.findByRole('alert', {}, { timeout: 30_000 })).toHaveTextContent(/offline/)
    app.faults.clear()
    onLine.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(app.form.queryByRole('alert')).toBeNull())
    expect(limitOf(app)).toHaveValue('9')
  }, 60_000)
})
