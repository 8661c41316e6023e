import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { noPermissions } from '#src/contract/share.ts'
import { displayName } from '#src/i18n/names.ts'
import { row } from '../fixtures.tsx'
import { withLink } from '../link-fixtures.tsx'

const lin = displayName('Lin Okafor')

async function atForm(...of: Parameters<typeof withLink>) {
  const app = await withLink(...of)
  ;(await row('plan.pdf')).focus()
  await app.user.keyboard('e')
  const limit = await screen.findByRole('textbox', { name: 'Download limit' })
  const form = within(limit.closest('dialog') as HTMLElement)
  const box = (name: string) => form.findByRole('checkbox', { name })
  const tick = async (name: string) => app.user.click(await box(name))
  const save = () => app.user.click(form.getByRole('button', { name: 'Save' }))
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const effect = () => form.getByText(/: (?:read|add).*\.$/)
  return { ...app, form, box, tick, save, closed, effect }
}

describe('S14 who may do what', () => {
  it('is that anyone can read, until somebody else is named', async () => {
    const app = await atForm({})
    expect(await app.box('Public: read')).toBeChecked()
    expect(app.effect()).toHaveTextContent(/^Public: read\.$/)
    await app.user.type(app.form.getByRole('textbox', { name: 'Add a person' }), 'oka')
    await app.user.click(await app.form.findByRole('button', { name: `Add ${lin}` }))
    // The pressed button goes.
    expect(app.form.getByRole('textbox', { name: 'Add a person' })).toHaveFocus()
    await app.tick(`${lin}: change`)
    expect(app.effect()).toHaveTextContent(`Public: read. ${lin}: read and change.`)
    await app.save()
    await app.closed()
    expect((await app.record()).permission_setting).toEqual({
      ...noPermissions,
      everyone: 'AQ==',
      user_explicit: { [app.lin]: 'Aw==' },
    })
  })

  it('cannot be that nobody may open it', async () => {
    const app = await atForm({})
    await app.tick('Public: read')
    expect(await app.form.findByRole('alert')).toHaveTextContent(/^Nobody could open this link/)
    await app.save()
    expect(app.edits()).toEqual([])
    // What is more than reading takes reading with it.
    await app.tick('Signed-in people: add')
    expect(await app.box('Signed-in people: read')).toBeChecked()
    await app.save()
    await app.closed()
    expect((await app.record()).permission_setting).toEqual({ ...noPermissions, other: 'BQ==' })
  })

  it('keeps what cannot be decoded and flags that it does not know', async () => {
    const app = await atForm({
      permissionSetting: {
        ...noPermissions,
        everyone: '!raw!',
        anonymous: 'gQ==',
        group_explicit: { g7: 'Aw==' },
      },
    })
    expect(await app.form.findByText('As stored: !raw!')).toBeVisible()
    await app.tick('People not signed in: add')
    await app.tick(`Group ${displayName('g7')}: change`)
    await app.save()
    await app.closed()
    expect((await app.record()).permission_setting).toEqual({
      ...noPermissions,
      everyone: '!raw!',
      anonymous: 'hQ==',
      group_explicit: { g7: 'AQ==' },
    })
  })

  it('says nothing of those whom a foreign setting lets change what they cannot read', async () => {
    const app = await atForm({
      permissionSetting: { ...noPermissions, same_group: 'AQ==', group_explicit: { g7: 'Ag==' } },
    })
    await app.box('Your group: read')
    expect(app.effect()).toHaveTextContent(/^Your group: read\.$/)
    // Every group is part of the public.
    await app.tick('Public: read')
    expect(app.effect()).toHaveTextContent(
      `Public: read. Your group: read. Group ${displayName('g7')}: change.`,
    )
  })

  it('stays as it is when something else is edited, and a person can be removed', async () => {
    const app = await atForm({})
    await app.user.type(app.form.getByRole('textbox', { name: 'Add a person' }), 'lin')
    await app.form.findByRole('button', { name: `Add ${lin}` })
    await app.user.keyboard('{Enter}')
    await app.user.click(await app.form.findByRole('button', { name: `Remove ${lin}` }))
    expect(app.form.getByRole('textbox', { name: 'Add a person' })).toHaveFocus()
    await app.user.type(app.form.getByRole('textbox', { name: 'Download limit' }), '5')
    await app.save()
    await app.closed()
    const share = await app.record()
    expect(share).toMatchObject({ remain_downloads: 5 })
    expect(share.permission_setting).toEqual(noPermissions)
  })

  it('is not offered where the service has no such thing', async () => {
    const app = await atForm(
      {},
      {
        faults: (faults) =>
          faults.always((sent) => sent.path.startsWith('/share/info/'), {
            kind: 'json',
            body: {
              code: 0,
              msg: '',
              data: {
                id: 'x',
                name: 'plan.pdf',
                source_type: 0,
                source_uri: 'svc://my',
                visited: 0,
                unlocked: true,
                expired: false,
                url: '',
                created_at: '',
              },
            },
          }),
      },
    )
    expect(app.form.queryByRole('group', { name: 'Who may do what' })).toBeNull()
    expect(app.form.queryByRole('textbox', { name: 'Add a person' })).toBeNull()
  })
})
