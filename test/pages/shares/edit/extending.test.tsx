import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { formatWeekdayDate } from '#src/lib/time.ts'
import { setMedia } from '../../../dom/dom-state.ts'
import { here } from '../../../dom/harness.tsx'
import { callService } from '../../../processes/service-api.ts'
import { day, enter, row, seedShare } from '../fixtures.tsx'
import { near, withLink } from '../link-fixtures.tsx'
import { atForm, closed, formIn, limitOf, save, type } from './edit-fixtures.tsx'

const extendFromDetails = async ({ user }: Pick<Awaited<ReturnType<typeof withLink>>, 'user'>) =>
  user.click(
    await within(await screen.findByRole('complementary')).findByRole('button', {
      name: 'Extend…',
    }),
  )

describe('S6 a dead link', () => {
  it('that has expired works again at the same address', async () => {
    const app = await atForm(
      { expires: Date.now() - day, password: 'geheim77', remainDownloads: 4 },
      'Extend…',
      { folder: ['Deep', 'Down'] },
    )
    const extend = app.form.getByRole('button', { name: 'Extend' })
    await waitFor(() => expect(extend).toHaveFocus())
    expect(app.form.getByRole('radio', { name: '+30 days' })).toBeChecked()
    expect(app.form.getAllByRole('group')).toHaveLength(1)
    expect(app.form.queryByRole('button', { name: /^Replace|^New link/ })).toBeNull()
    expect(
      app.form.getByText(`Until ${formatWeekdayDate(Date.now() + 30 * day, Date.now(), 'en-US')}`),
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

  it('has the focus and says why where it is to stay as it is, though it has expired', async () => {
    const app = await atForm({ expires: Date.now() - day }, 'Extend…')
    await app.user.click(app.form.getByRole('radio', { name: 'As it is' }))
    await app.user.click(app.form.getByRole('button', { name: 'Extend' }))
    expect(app.form.getByRole('radio', { name: 'As it is' })).toHaveFocus()
    const why = 'It has expired and needs a new expiry.'
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent)
    // By the field, and announced.
    expect(said.filter((text) => text === why)).toHaveLength(2)
    expect(app.edits()).toEqual([])
  })

  it('announces until when it works then', async () => {
    const app = await atForm({ expires: Date.now() - day }, 'Extend…')
    const until = (days: number) =>
      `Until ${formatWeekdayDate(Date.now() + days * day, Date.now(), 'en-US')}`
    const announcement = app.form.getByText(until(30))
    expect(announcement).toHaveRole('status')
    for (const [choice, text] of [
      ['+7 days', until(7)],
      ['Never', ''],
      ['+30 days', until(30)],
    ] as const) {
      await app.user.click(app.form.getByRole('radio', { name: choice }))
      expect(announcement).toHaveTextContent(text)
      expect(announcement).toBeInTheDocument()
    }
  })

  it('that was used up gets a new limit, and keeps its time', async () => {
    const expires = Date.now() + 40 * day
    const app = await atForm({ expires, remainDownloads: 0, downloaded: 4 }, 'Extend…')
    expect(app.form.getByRole('radio', { name: 'As it is' })).toBeChecked()
    expect(limitOf(app)).toHaveValue('8')
    await waitFor(() => expect(limitOf(app)).toHaveFocus())
    await type(app, limitOf(app), '4')
    await app.user.click(app.form.getByRole('button', { name: 'Extend' }))
    expect(limitOf(app)).toHaveAccessibleDescription(/^Type a whole number of more than 4/)
    await type(app, limitOf(app), '9')
    await app.user.click(app.form.getByRole('button', { name: 'Extend' }))
    await closed()
    const share = await app.record()
    expect(share).toMatchObject({ expired: false, remain_downloads: 5 })
    near(share.expires, expires)
  })

  it('whose item is in the trash leads there', async () => {
    const app = await withLink({ expires: Date.now() - day })
    await app.call('DELETE', '/file', { uris: ['svc://my/plan.pdf'] })
    await app.user.click(await row('plan.pdf'))
    await enter(app.user)
    await extendFromDetails(app)
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

  it('whose item was not found leads to the deleted folders, or is deleted', async () => {
    const app = await withLink(
      {},
      {
        isStrict: false,
        seed: (backend) => {
          seedShare(backend, 'lost.txt', {}, ['Old'])
          backend.service.seed.trashFile(backend.service.seed.addFolder(backend.mei, ['Old']))
        },
      },
    )
    const edit = async () => {
      ;(await row('lost.txt')).focus()
      await app.user.keyboard('e')
      return within(await screen.findByRole('dialog', { name: /^The link to .*lost\.txt/ }))
    }
    const dialog = await edit()
    expect(dialog.getByRole('alert')).toHaveTextContent(/was not found.*or in a deleted folder\.$/)
    await app.user.click(dialog.getByRole('button', { name: 'Delete link' }))
    expect(await screen.findByText(/^Deleting/)).toBeVisible()
    await app.user.keyboard('{Control>}z{/Control}')
    const again = await edit()
    await app.user.click(again.getByRole('button', { name: 'Show in Trash' }))
    await waitFor(() => expect(here()).toBe('/trash?kind=folder'))
  })

  it('whose item is lost is found inside a deleted folder, and works again with it', async () => {
    const { user } = await withLink(
      {},
      {
        isStrict: false,
        seed: (backend) => {
          seedShare(backend, 'lost.txt', { createdAt: Date.now() - day }, ['Old'])
          backend.service.seed.trashFile(backend.service.seed.addFolder(backend.mei, ['Old']))
        },
      },
    )
    ;(await row('lost.txt')).focus()
    await user.keyboard('e')
    const dialog = within(await screen.findByRole('dialog', { name: /^The link to .*lost\.txt/ }))
    await user.click(await dialog.findByRole('button', { name: 'Look inside' }))
    expect(await screen.findByText(/in the trash, in the folder .*Old/)).toBeVisible()
    // "Look inside" is gone, and what is next has the focus.
    expect(screen.getByRole('button', { name: /^Restore the folder .*Old/ })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText(/Old.* restored/)).toBeVisible()
  })

  it('is extended by the clock of the service', async () => {
    const expires = Date.now() + 2 * day
    const app = await withLink({ expires })
    app.clock.advance(-day)
    await app.user.click(await row('plan.pdf'))
    await enter(app.user)
    await extendFromDetails(app)
    const form = await formIn()
    await app.user.click(form.getByRole('radio', { name: '+7 days' }))
    await app.user.click(form.getByRole('button', { name: 'Extend' }))
    await closed()
    near((await app.record()).expires, expires + 7 * day)
  })
})

describe('S6 from the row', () => {
  it('leads out of a link whose item is gone: to the trash, or to a new link', async () => {
    setMedia('(min-width: 1120px)', true)
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
    expect(await screen.findByText(/The file is in the trash\./)).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'New link to another item…' }))
    expect(await screen.findByRole('dialog', { name: 'New link' })).toBeVisible()
    await app.user.keyboard('{Escape}')
    await app.user.click(await screen.findByRole('button', { name: 'Fix the link to plan.pdf' }))
    await app.user.click(await screen.findByRole('button', { name: 'Show in Trash' }))
    await waitFor(() => expect(here()).toBe('/trash?q=plan.pdf'))
  })

  it('is offered by key and menu; “Extend” only where it helps', async () => {
    setMedia('(min-width: 1120px)', true)
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
    // The form replaces a dialog of the same name once the limits of the link are read.
    expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible()
    expect(screen.getByRole('dialog', { name: /^Edit link to .*live\.txt/ })).toBeVisible()
  })

  it('says at the limit that downloads have reached it while the form was open', async () => {
    const app = await atForm({ remainDownloads: 5 })
    await type(app, limitOf(app), '2')
    const body = { uris: [`svc://${app.id}@share/plan.pdf`], download: true }
    for (let n = 0; n < 2; n++)
      await callService(app.service, 'POST', '/file/url', { as: app.lin, body })
    await save(app)
    expect(await app.form.findByText(/^Type a whole number of more than 2/)).toBeVisible()
    expect(limitOf(app)).toBeInvalid()
    // It is heard too: the focus is not at the field.
    expect(app.form.getByRole('alert')).toBeVisible()
    expect(app.edits()).toEqual([])
  })

  it('shows what was changed elsewhere where the link was used up after that, and keeps the access', async () => {
    const read = { ...noPermissions, everyone: encodeBoolset([SharePermission.read]) }
    const everyone = encodeBoolset([SharePermission.read, SharePermission.update])
    const app = await atForm({
      remainDownloads: 10,
      permissionSetting: { ...noPermissions, everyone },
    })
    await app.call('POST', `/share/${app.id}`, {
      uri: 'svc://my/plan.pdf',
      downloads: 1,
      permissions: read,
    })
    const body = { uris: [`svc://${app.id}@share/plan.pdf`], download: true }
    await callService(app.service, 'POST', '/file/url', { as: app.lin, body })
    const sent = app.edits().length
    await app.user.click(app.form.getByRole('radio', { name: '7 days' }))
    await save(app)
    expect(await app.form.findByText(/^This link was changed elsewhere/)).toBeVisible()
    expect(app.form.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Download limit: 1',
      'Access: Public',
    ])
    // It cannot be sent as it is: what is in the form leaves the link used up.
    await app.user.click(app.form.getByRole('button', { name: 'Save mine' }))
    expect(await app.form.findAllByRole('alert')).toHaveLength(2)
    expect(app.edits()).toHaveLength(sent)
    await app.user.click(app.form.getByRole('button', { name: 'Use these values' }))
    expect(limitOf(app)).toHaveValue('2')
    await save(app)
    await closed()
    expect(await app.record()).toMatchObject({ remain_downloads: 1, permission_setting: read })
  })
})
