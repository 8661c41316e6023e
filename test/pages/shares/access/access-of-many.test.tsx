import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { noPermissions } from '#src/contract/share.ts'
import { loadLanguage } from '#src/i18n/catalogues.ts'
import { setPreferences } from '#src/platform/preferences.ts'
import { held } from '../../../dom/network.ts'
import { callService, linksOfMei } from '../../../processes/service-api.ts'
import { chip, page, row, seedShare } from '../fixtures.tsx'
import { change, exposed, isEdit, read, shown } from './exposed-links.ts'

describe('S9 access of many links', () => {
  const open = async (app: Awaited<ReturnType<typeof page>>) => {
    await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await app.user.click(await screen.findByRole('button', { name: 'Access…' }))
    return within(await screen.findByRole('dialog', { name: /^Access to \d links$/ }))
  }

  /** "All only read" is set for three links, the first of which waits for its answer. */
  const restrictThree = async (app: Awaited<ReturnType<typeof page>>) => {
    const first = held()
    app.faults.next(isEdit, first.fault)
    const dialog = await open(app)
    await app.user.click(dialog.getByRole('radio', { name: 'All only read' }))
    await app.user.click(dialog.getByRole('button', { name: 'Set access to 3 links' }))
    await waitFor(() => expect(app.requests.filter(isEdit)).toHaveLength(1))
    return first
  }

  /** Everyone may change the links then. */
  const setForAll = async (app: Awaited<ReturnType<typeof page>>) => {
    if (!screen.queryByRole('button', { name: 'Access…' }))
      await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await app.user.click(await screen.findByRole('button', { name: 'Access…' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Access to \d links$/ }))
    await app.user.click(dialog.getByRole('radio', { name: 'Set for all' }))
    await app.user.click(dialog.getByRole('checkbox', { name: 'Public: change' }))
    await app.user.click(dialog.getByRole('checkbox', { name: 'Your group: read' }))
    await app.user.click(dialog.getByRole('checkbox', { name: 'Your group: change' }))
    await app.user.click(dialog.getByRole('button', { name: 'Set access to 4 links' }))
  }

  it('which links strangers can change is found and taken away in four clicks', async () => {
    const app = await page({ seed: exposed })
    await row('a.txt')
    await app.user.click(chip('Can change'))
    await waitFor(() => expect(shown()).toEqual(['a.txt', 'b.txt', 'd.txt']))
    const dialog = await open(app)
    expect(dialog.getByText('1 of 3 links change.')).toBeVisible()
    expect(dialog.getByText('2 stay as they are.')).toBeVisible()
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^1 of 3 links change\./)
    await app.user.click(dialog.getByRole('button', { name: 'Set access to 1 link' }))
    expect(
      await screen.findByText(/^Link to .*a\.txt.* · Public · your group can change$/),
    ).toBeVisible()
    await waitFor(async () => {
      const links = await linksOfMei(app)
      const settings = Object.fromEntries(links.map((one) => [one.name, one.permission_setting]))
      // The own group keeps what it had as a part of everyone.
      expect(settings['a.txt']).toEqual({ ...noPermissions, everyone: read, same_group: change })
      expect(settings['b.txt']).toEqual({ ...noPermissions, everyone: read, same_group: change })
      expect(settings['d.txt']).toEqual({ ...noPermissions, user_explicit: { [app.lin]: change } })
    })
    // It stays until the filter changes.
    expect(shown()).toEqual(['a.txt', 'b.txt', 'd.txt'])
    await app.user.click(chip('Can change'))
    await app.user.click(chip('Can change'))
    await waitFor(() => expect(shown()).toEqual(['a.txt', 'b.txt', 'd.txt']))
    expect(await row('a.txt')).toHaveTextContent('Public · your group can change')
  })

  it('is said in words that are true of all of them, and can be taken back', async () => {
    const app = await page({ seed: exposed })
    await row('a.txt')
    const dialog = await open(app)
    await app.user.click(dialog.getByRole('radio', { name: 'All only read' }))
    await app.user.click(dialog.getByRole('button', { name: 'Set access to 3 links' }))
    expect(await screen.findByText('3 links · All only read')).toBeVisible()
    const messages = within(screen.getByRole('region', { name: 'Notifications' }))
    expect(messages.getByRole('button', { name: 'Copy links' })).toBeVisible()
    await app.user.click(messages.getByRole('button', { name: /^Undo: / }))
    expect(await screen.findByText('Change of 3 links undone')).toBeVisible()
  })

  it('is said by name at once where a person is named', async () => {
    const app = await page({
      seed: (backend) => {
        seedShare(backend, 'a.txt')
        seedShare(backend, 'b.txt')
      },
      // Who is found by name need not be asked for.
      faults: (faults) => faults.always('GET /user/info/*', held().fault),
    })
    await row('a.txt')
    const dialog = await open(app)
    await app.user.click(dialog.getByRole('radio', { name: 'Set for all' }))
    await app.user.type(dialog.getByRole('textbox', { name: 'Add a person' }), 'Lin')
    await app.user.click(await dialog.findByRole('button', { name: /^Add .*Lin/ }))
    await app.user.click(dialog.getByRole('checkbox', { name: 'Public: read' }))
    const said = new Set<string>()
    const observer = new MutationObserver(() => {
      for (const { textContent } of screen.queryAllByText(/^2 links · /)) said.add(textContent)
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    await app.user.click(dialog.getByRole('button', { name: 'Set access to 2 links' }))
    expect(await screen.findByText(/^2 links · .*Lin Okafor.$/)).toBeVisible()
    observer.disconnect()
    expect([...said].map((text) => text.replace(/[\u2068\u2069]/g, ''))).toEqual([
      '2 links · Lin Okafor',
    ])
  })

  it('is said again as it is after Undo', async () => {
    const app = await page({ seed: exposed })
    await row('a.txt')
    const dialog = await open(app)
    await app.user.click(dialog.getByRole('button', { name: 'Set access to 1 link' }))
    await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    expect(await screen.findByText(/^Link to .*a\.txt.* · Public · can change$/)).toBeVisible()
  })

  it.each([
    ['All only read', /^3 个链接 · 所有人只读$/],
    ['Set for all', /^3 个链接 · 公开$/],
  ])('is said in the language of the page, also when that changes: %s', async (choice, text) => {
    const app = await page({ seed: exposed })
    await row('a.txt')
    const dialog = await open(app)
    await app.user.click(dialog.getByRole('radio', { name: choice }))
    await app.user.click(dialog.getByRole('button', { name: /^Set access/ }))
    await screen.findByText(/^\d links · (?:All only read|Public)$/)
    await act(async () => {
      await loadLanguage('zh-CN')
      setPreferences({ language: 'zh-CN' })
    })
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('gets one setting for all, but for what an edit cannot change', async () => {
    const app = await page({ seed: exposed })
    await row('a.txt')
    const dialog = await open(app)
    expect(dialog.getByRole('group', { name: 'Access' })).toBeVisible()
    await app.user.click(dialog.getByRole('radio', { name: 'All only read' }))
    expect(dialog.getByText('3 of 5 links change.')).toBeVisible()
    await app.user.click(dialog.getByRole('radio', { name: 'Set for all' }))
    expect(dialog.getByText('3 of 5 links change.')).toBeVisible()
    await app.user.click(await dialog.findByRole('checkbox', { name: 'Public: read' }))
    expect(dialog.getByRole('alert')).toHaveTextContent(/^Nobody could open/)
    await app.user.click(dialog.getByRole('button', { name: /^Set access/ }))
    expect(dialog.getByRole('checkbox', { name: 'Public: read' })).toHaveFocus()
    const said = dialog.getAllByRole('status').map(({ textContent }) => textContent)
    expect(said).toContainEqual(expect.stringMatching(/^Nobody could open/))
    await app.user.click(dialog.getByRole('checkbox', { name: 'Your group: read' }))
    expect(dialog.getByText('1 is left out: it has expired and needs a new expiry.')).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: 'Set access to 4 links' }))
    expect(await screen.findByText('4 links · Your group')).toBeVisible()
    for (const { name, permission_setting } of await linksOfMei(app))
      if (name !== 'e.txt')
        expect(permission_setting).toEqual({ ...noPermissions, same_group: read })
  })

  it('is set for all also where an earlier change of them is still under way', async () => {
    const app = await page({ seed: exposed })
    await row('a.txt')
    const first = await restrictThree(app)
    await app.user.click(await screen.findByRole('button', { name: 'Access…' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Access to \d links$/ }))
    await app.user.click(dialog.getByRole('radio', { name: 'Set for all' }))
    await app.user.click(dialog.getByRole('checkbox', { name: 'Your group: read' }))
    await app.user.click(dialog.getByRole('checkbox', { name: 'Public: read' }))
    await app.user.click(dialog.getByRole('button', { name: 'Set access to 4 links' }))
    first.free()
    expect(await screen.findByText('4 links · Your group')).toBeVisible()
    for (const { name, permission_setting } of await linksOfMei(app))
      if (name !== 'e.txt')
        expect(permission_setting).toEqual({ ...noPermissions, same_group: read })
  })

  it.each([
    ['All only read', { ...noPermissions, everyone: read, same_group: read }],
    ['Others only read', { ...noPermissions, everyone: read, same_group: change }],
  ])(
    'is restricted from what an earlier change of them has made of it, which is still under way: %s',
    async (choice, expected) => {
      const app = await page({ seed: exposed })
      await row('a.txt')
      const first = held()
      app.faults.next(isEdit, first.fault)
      await setForAll(app)
      await waitFor(() => expect(app.requests.filter(isEdit)).toHaveLength(1))
      await app.user.click(await screen.findByRole('button', { name: 'Access…' }))
      const dialog = within(await screen.findByRole('dialog', { name: /^Access to \d links$/ }))
      await app.user.click(dialog.getByRole('radio', { name: choice }))
      await app.user.click(dialog.getByRole('button', { name: 'Set access to 4 links' }))
      first.free()
      expect(await screen.findByText(`4 links · ${choice}`)).toBeVisible()
      for (const { name, permission_setting } of await linksOfMei(app))
        if (name !== 'e.txt') expect(permission_setting).toEqual(expected)
      expect(await row('c.txt')).not.toHaveTextContent('Public, with password · can change')
      await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
      expect(await screen.findByText(/^4 links · Public · can change|^Change of 4/)).toBeVisible()
      for (const { name, permission_setting } of await linksOfMei(app))
        if (name !== 'e.txt')
          expect(permission_setting).toEqual({
            ...noPermissions,
            everyone: change,
            same_group: change,
          })
    },
  )

  it('is restricted from what an earlier change has made of it that ends while the dialog is open', async () => {
    const app = await page({ seed: exposed })
    await row('a.txt')
    const first = held()
    app.faults.next(isEdit, first.fault)
    await setForAll(app)
    await waitFor(() => expect(app.requests.filter(isEdit)).toHaveLength(1))
    await app.user.click(await screen.findByRole('button', { name: 'Access…' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Access to \d links$/ }))
    first.free()
    expect(await screen.findByText('4 links · Public · can change')).toBeInTheDocument()
    await app.user.click(dialog.getByRole('radio', { name: 'All only read' }))
    await app.user.click(dialog.getByRole('button', { name: 'Set access to 4 links' }))
    expect(await screen.findByText('4 links · Public')).toBeVisible()
    for (const { name, permission_setting } of await linksOfMei(app))
      if (name !== 'e.txt')
        expect(permission_setting).toEqual({ ...noPermissions, everyone: read, same_group: read })
  })

  it('is restricted also where an earlier change of it still waits for another', async () => {
    const app = await page({ seed: exposed })
    await row('a.txt')
    const first = await restrictThree(app)
    await setForAll(app)
    await app.user.click(await screen.findByRole('button', { name: 'Access…' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Access to \d links$/ }))
    await app.user.click(dialog.getByRole('radio', { name: 'All only read' }))
    await app.user.click(dialog.getByRole('button', { name: 'Set access to 4 links' }))
    first.free()
    expect(await screen.findByText('4 links · All only read')).toBeVisible()
    for (const { name, permission_setting } of await linksOfMei(app))
      if (name !== 'e.txt')
        expect(permission_setting).toEqual({ ...noPermissions, everyone: read, same_group: read })
  })

  it('is left where it was changed elsewhere meanwhile, also by Undo', async () => {
    const app = await page({ seed: exposed })
    await row('a.txt')
    const settings = async () =>
      Object.fromEntries((await linksOfMei(app)).map((one) => [one.name, one.permission_setting]))
    const setElsewhere = async (name: string, permissions: typeof noPermissions) => {
      const link = (await linksOfMei(app)).find((one) => one.name === name)
      await callService(app.service, 'POST', `/share/${link?.id}`, {
        as: app.mei,
        body: { uri: `svc://my/${name}`, expire: 864_000, permissions },
      })
    }
    const withdrawn = { ...noPermissions, same_group: read }
    const dialog = await open(app)
    await app.user.click(dialog.getByRole('radio', { name: 'All only read' }))
    await setElsewhere('a.txt', withdrawn)
    await app.user.click(dialog.getByRole('button', { name: 'Set access to 3 links' }))
    expect(
      await screen.findByText(/^2 of 3 links changed\. 1 has been changed since/),
    ).toBeVisible()
    expect((await settings())['a.txt']).toEqual(withdrawn)
    expect(await row('a.txt')).toHaveTextContent('Your group')
    await app.user.click(screen.getByRole('button', { name: 'Show details…' }))
    const result = within(await screen.findByRole('dialog'))
    expect(result.getAllByText('It was changed elsewhere.')[0]).toBeVisible()
    expect(result.queryByRole('button', { name: /^Retry/ })).toBeNull()
    await setElsewhere('b.txt', withdrawn)
    await app.user.click(result.getByRole('button', { name: 'Undo' }))
    await waitFor(async () =>
      expect((await settings())['d.txt']).toEqual({
        ...noPermissions,
        user_explicit: { [app.lin]: change },
      }),
    )
    expect((await settings())['b.txt']).toEqual(withdrawn)
  })
})
