import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { displayName } from '#src/i18n/names.ts'
import { renderApp, type Backend, type RenderOptions } from '../../dom/harness.tsx'
import { linksOfMei } from '../../processes/service-api.ts'

const work = '/files?uri=svc%3A%2F%2Fmy%2FWork'
const row = (name: string | RegExp) => screen.findByRole('row', { name })

function seedWork({ service, mei }: Backend): void {
  service.seed.addFile(mei, ['Work', 'letter.txt'], { size: 12 })
  service.seed.addFolder(mei, ['Work', 'Drafts'])
}

async function atForm(name = 'letter.txt', options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ path: work, seed: seedWork, ...options })
  await app.user.click(within(await row(name)).getByRole('checkbox'))
  await app.user.click(screen.getByRole('button', { name: 'Share…' }))
  const dialog = await screen.findByRole('dialog', { name: /^Share/ })
  return { ...app, dialog: within(dialog) }
}
type App = Awaited<ReturnType<typeof atForm>>
const create = ({ user, dialog }: App) =>
  user.click(dialog.getByRole('button', { name: 'Create link' }))
const made = async () => within(await screen.findByRole('dialog', { name: /^Link to/ }))

/** The service tells no permissions of a link. */
const withoutPermissions: RenderOptions['faults'] = (faults) =>
  faults.always('GET /share/info/*', {
    kind: 'json',
    body: { code: 0, data: { id: 'abc', name: 'letter.txt', unlocked: true } },
  })

describe('F3 a new link', () => {
  it('is made with two clicks and copied at once', async () => {
    const app = await atForm()
    await create(app)
    const result = await made()
    const [link] = await linksOfMei(app)
    expect(result.getByText('Link copied. Anyone with the link can open it.')).toBeVisible()
    expect(result.getByRole('textbox', { name: 'Link' })).toHaveValue(
      `http://localhost/s/${link?.id}`,
    )
    expect(await navigator.clipboard.readText()).toBe(`http://localhost/s/${link?.id}`)
    expect([link?.password, link?.remain_downloads, link?.expires]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    await app.user.click(result.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('has a password, which is shown and copied with the link, an end and a limit', async () => {
    const app = await atForm()
    await app.user.click(app.dialog.getByRole('checkbox', { name: 'Protect with a password' }))
    const field = app.dialog.getByLabelText<HTMLInputElement>('Password')
    expect(field).toHaveAttribute('type', 'text')
    expect(field.value).toMatch(/^[A-Za-z0-9]{12}$/)
    await app.user.click(app.dialog.getByRole('button', { name: 'Hide password' }))
    expect(field).toHaveAttribute('type', 'password')
    await app.user.click(app.dialog.getByRole('button', { name: 'New password' }))
    expect(field).toHaveAttribute('type', 'text')
    const password = field.value
    await app.user.click(app.dialog.getByRole('radio', { name: '7 days' }))
    await app.user.type(app.dialog.getByRole('textbox', { name: 'Download limit' }), '5')
    await create(app)
    const result = await made()
    const [link] = await linksOfMei(app)
    expect(link).toMatchObject({ password, remain_downloads: 5 })
    expect(Math.abs(Date.parse(link?.expires ?? '') - Date.now() - 7 * 86_400_000)).toBeLessThan(
      60_000,
    )
    const url = `http://localhost/s/${link?.id}`
    expect(await navigator.clipboard.readText()).toMatch(
      new RegExp(`^${url}\\nPassword: ${password}\\nExpires: `),
    )
    await app.user.click(result.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(url)
    await app.user.click(result.getByRole('button', { name: 'Copy with password' }))
    expect(await navigator.clipboard.readText()).toContain(`Password: ${password}`)
  })

  it('that is refused says what is wrong, also when the focus is there already', async () => {
    const app = await atForm()
    const limit = app.dialog.getByRole('textbox', { name: 'Download limit' })
    await app.user.type(limit, '0{Enter}')
    expect(limit).toHaveFocus()
    const fault = 'Type a whole number of 1 or more, or leave it empty.'
    const isSaid = () =>
      app.dialog.getAllByRole('status').some((one) => one.textContent.trim() === fault)
    await waitFor(() => expect(isSaid()).toBe(true))
  })

  it('of a folder can show my view', async () => {
    const app = await atForm('Drafts')
    await app.user.click(app.dialog.getByRole('checkbox', { name: 'Show visitors my layout' }))
    await create(app)
    await made()
    expect((await linksOfMei(app))[0]).toMatchObject({ share_view: true })
  })

  it('is not sent with what cannot be, and what was typed stays', async () => {
    const app = await atForm()
    await app.user.type(app.dialog.getByRole('textbox', { name: 'Download limit' }), 'many')
    await app.user.click(app.dialog.getByRole('checkbox', { name: 'Protect with a password' }))
    fireEvent.change(app.dialog.getByLabelText('Password'), { target: { value: 'two words' } })
    await app.user.click(app.dialog.getByRole('radio', { name: 'On a date' }))
    fireEvent.change(app.dialog.getByLabelText('Date and time'), {
      target: { value: '2001-01-01T10:00' },
    })
    await create(app)
    expect(app.dialog.getByLabelText('Password')).toHaveAccessibleDescription(/letters A to Z/)
    expect(app.dialog.getByLabelText('Password')).toHaveFocus()
    expect(app.dialog.getByLabelText('Date and time')).toHaveAccessibleDescription(/later date/)
    expect(app.dialog.getByLabelText('Download limit')).toHaveAccessibleDescription(/whole number/)
    expect(app.dialog.getByLabelText('Download limit')).toHaveValue('many')
    fireEvent.change(app.dialog.getByLabelText('Download limit'), { target: { value: '3' } })
    fireEvent.change(app.dialog.getByLabelText('Password'), { target: { value: 'oneword' } })
    await app.user.click(app.dialog.getByRole('radio', { name: 'Never' }))
    await create(app)
    await made()
    expect(await linksOfMei(app)).toMatchObject([{ password: 'oneword', remain_downloads: 3 }])
    expect(
      app.requests.filter(({ path, method }) => path === '/share' && method === 'PUT'),
    ).toHaveLength(1)
  })

  it('is shown selected when the browser does not let it be copied', async () => {
    const app = await atForm()
    const refused = vi
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValue(new DOMException('', 'NotAllowedError'))
    try {
      await create(app)
      const link = `http://localhost/s/${(await linksOfMei(app))[0]?.id}`
      await waitFor(() => expect(document.activeElement).toHaveValue(link))
      const text = document.activeElement as HTMLTextAreaElement
      expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe(link)
    } finally {
      refused.mockRestore()
    }
  })

  it('says why it could not be made, and can be tried again', async () => {
    const app = await atForm('letter.txt', {
      faults: (faults) =>
        faults.next('PUT /share', {
          kind: 'json',
          body: { code: ErrorCode.groupNotAllowed, msg: 'x' },
        }),
    })
    await create(app)
    expect(await app.dialog.findByRole('alert')).toBeVisible()
    expect(await linksOfMei(app)).toEqual([])
    await create(app)
    await made()
    expect(await linksOfMei(app)).toHaveLength(1)
  })

  it('is made once when its answer gets lost', async () => {
    const app = await atForm('letter.txt', {
      faults: (faults) => faults.next('PUT /share', { kind: 'lost' }),
    })
    await create(app)
    const result = await made()
    expect(result.getByRole('textbox', { name: 'Link' })).toHaveValue(
      `http://localhost/s/${(await linksOfMei(app))[0]?.id}`,
    )
    expect(await linksOfMei(app)).toHaveLength(1)
  })

  it('S13 is made for several at once, one each, with the password and the date once in the text to send', async () => {
    const app = await renderApp({ path: work, seed: seedWork })
    for (const name of ['letter.txt', 'Drafts']) {
      await app.user.click(within(await row(name)).getByRole('checkbox'))
    }
    await app.user.click(screen.getByRole('button', { name: 'Share…' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Share 2 items, one link each' }),
    )
    await app.user.click(dialog.getByRole('checkbox', { name: 'Protect with a password' }))
    const password = dialog.getByLabelText<HTMLInputElement>('Password').value
    await app.user.click(dialog.getByRole('radio', { name: '7 days' }))
    await app.user.click(dialog.getByRole('button', { name: 'Create 2 links' }))
    const result = within(await screen.findByRole('dialog', { name: '2 links created' }))
    expect(result.getByText('2 links and the password copied.')).toBeVisible()
    const text = await navigator.clipboard.readText()
    const url = String.raw`http://localhost/s/\w+`
    expect(text).toMatch(
      new RegExp(
        `^Drafts\n${url}\n\nletter\\.txt\n${url}\n\nPassword: ${password}\nExpires: [^\n]+$`,
      ),
    )
    const shown = result.getByRole('textbox', { name: 'Text to send' })
    expect(shown).toHaveValue(text)
    await app.user.type(shown, '!', { initialSelectionStart: 0, initialSelectionEnd: 6 })
    await app.user.click(result.getByRole('button', { name: 'Copy with password' }))
    expect(await navigator.clipboard.readText()).toBe(text.replace('Drafts', '!'))
  })

  it('S13 goes to the share sheet of the system where there is one', async () => {
    const share = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', Object.assign(navigator, { share }))
    try {
      const app = await atForm()
      await create(app)
      await app.user.click((await made()).getByRole('button', { name: 'Send…' }))
      expect(share).toHaveBeenCalledExactlyOnceWith({
        text: `http://localhost/s/${(await linksOfMei(app))[0]?.id}`,
      })
    } finally {
      Reflect.deleteProperty(navigator, 'share')
      vi.unstubAllGlobals()
    }
  })

  it('S14 says that anyone with the link can view, and is for a chosen person alone where that is wanted', async () => {
    // The first link of an account: no other one shows whether the service takes permissions.
    const app = await atForm()
    expect(app.dialog.getByText('Anyone with the link can view.')).toBeVisible()
    await app.user.click(app.dialog.getByRole('checkbox', { name: 'Protect with a password' }))
    expect(app.dialog.getByText('Anyone with the link and the password can view.')).toBeVisible()
    await app.user.click(await app.dialog.findByRole('button', { name: 'Change who may open it' }))
    const everybody = app.dialog.getByRole('checkbox', { name: 'Public: read' })
    expect(everybody).toHaveFocus()
    await app.user.click(everybody)
    await create(app)
    // It is announced as well.
    const fault = app.dialog.getByText(/^Nobody could open this link/, { ignore: '.sr-only' })
    expect(fault).toBeVisible()
    expect(everybody).toHaveFocus()
    await app.user.type(app.dialog.getByRole('textbox', { name: 'Add a person' }), 'Lin')
    await app.user.click(
      await app.dialog.findByRole('button', { name: `Add ${displayName('Lin Okafor')}` }),
    )
    await create(app)
    await made()
    const links = await linksOfMei(app)
    expect(links.map(({ permission_setting: setting }) => setting)).toContainEqual(
      expect.objectContaining({ everyone: null, user_explicit: { [app.lin]: 'AQ==' } }),
    )
  })

  it('S14 is not left for anyone to open where the service turns out not to take who may', async () => {
    const app = await atForm('letter.txt', { faults: withoutPermissions })
    await app.user.click(await app.dialog.findByRole('button', { name: 'Change who may open it' }))
    await app.user.click(app.dialog.getByRole('checkbox', { name: 'Signed-in people: read' }))
    await create(app)
    expect(await app.dialog.findByRole('alert')).toHaveTextContent(
      /^This service does not limit who can open a link, so no link was created\./,
    )
    expect(await linksOfMei(app)).toEqual([])
    expect(app.dialog.getByText('Anyone with the link can view.')).toBeVisible()
    expect(app.dialog.queryByRole('button', { name: 'Change who may open it' })).toBeNull()
    app.faults.clear()
    await create(app)
    await made()
    expect(await linksOfMei(app)).toHaveLength(1)
  })

  it('S14 is for anyone with the link when the choice was opened and nothing was changed', async () => {
    const app = await atForm('letter.txt', { faults: withoutPermissions })
    await app.user.click(await app.dialog.findByRole('button', { name: 'Change who may open it' }))
    await create(app)
    const result = await made()
    expect(result.getByText('Link copied. Anyone with the link can open it.')).toBeVisible()
    expect(await linksOfMei(app)).toHaveLength(1)
  })

  it('S14 cannot be limited to people where links have no such setting', async () => {
    const app = await atForm('letter.txt', {
      faults: (faults) =>
        faults.always('GET /share', {
          kind: 'json',
          body: { code: 0, data: { shares: [{ id: 'abc', name: 'other.txt' }], pagination: {} } },
        }),
    })
    expect(app.dialog.getByText('Anyone with the link can view.')).toBeVisible()
    await waitFor(() => expect(app.requests.some(({ path }) => path === '/share')).toBe(true))
    expect(app.dialog.queryByRole('button', { name: 'Change who may open it' })).toBeNull()
  })

  it('is not offered for what is somebody else’s', async () => {
    let id = ''
    const { user } = await renderApp({
      as: 'lin',
      seed: (backend) => {
        seedWork(backend)
        id = backend.service.seed.addShare(backend.service.seed.addFolder(backend.mei, ['Work']))
      },
      path: () => `/files?uri=svc%3A%2F%2F${id}%40share`,
    })
    await user.click(within(await row('letter.txt')).getByRole('checkbox'))
    expect(screen.getByRole('button', { name: 'Download' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Share…' })).toBeNull()
  })
})
