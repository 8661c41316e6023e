import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import type { Share } from '#src/contract/share.ts'
import { held } from '../../../dom/network.ts'
import { copied, day, enter, row } from '../fixtures.tsx'
import { near, withLink } from '../link-fixtures.tsx'

const expires = Date.now() + 40 * day

/** The form of a link with everything set, at the step that asks for another password. */
async function atReplacement(settings: Parameters<typeof withLink>[0] = {}) {
  const app = await withLink({
    expires,
    remainDownloads: 13,
    password: 'geheim77',
    showReadme: true,
    visited: 484,
    ...settings,
  })
  await app.user.click(await row('plan.pdf'))
  await enter(app.user)
  const panel = within(await screen.findByRole('complementary'))
  await app.user.click(panel.getByRole('button', { name: 'Edit…' }))
  await app.user.click(await screen.findByRole('button', { name: 'Replace link…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Replace the link/ }))
  const password = dialog.getByLabelText<HTMLInputElement>('Password').value
  const replace = () => app.user.click(dialog.getByRole('button', { name: 'Replace link' }))
  const all = async () => {
    const { shares: links } = (await app.call('GET', '/share?page_size=100')) as { shares: Share[] }
    return links
  }
  const creations = () => app.requests.filter(({ method }) => method === 'PUT')
  return { ...app, dialog, password, replace, all, creations }
}
const result = async () => within(await screen.findByRole('dialog', { name: /^Link to/ }))

describe('S6 another password', () => {
  it('is that of a new link with the same settings, and the old link is deleted', async () => {
    const app = await atReplacement()
    await app.replace()
    const said = await result()
    expect(said.getByText('The old link is deleted.')).toBeVisible()
    const [link, ...others] = await app.all()
    expect(others).toEqual([])
    expect(link?.id).not.toBe(app.id)
    expect(link).toMatchObject({
      password: app.password,
      remain_downloads: 13,
      show_readme: true,
    })
    near(link?.expires, expires)
    expect(await copied()).toContain(`http://localhost/s/${link?.id}\nPassword: ${app.password}`)
    await app.user.click(said.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(app.list()?.rowIndexOfId(link?.id ?? '')).toBeDefined())
    expect(app.list()?.rowIndexOfId(app.id)).toBeUndefined()
  })

  it('allows all downloads of the limit, whatever was spent of the old link', async () => {
    const app = await atReplacement({ remainDownloads: 13, downloaded: 7 })
    await app.replace()
    await result()
    expect((await app.all())[0]).toMatchObject({ remain_downloads: 20 })
  })

  it('says that one is offline only until the network is back', async () => {
    const app = await atReplacement()
    const onLine = vi.spyOn(navigator, 'onLine', 'get')
    onTestFinished(() => onLine.mockRestore())
    app.faults.always(
      (sent) => {
        if (sent.method !== 'DELETE') return false
        onLine.mockReturnValue(false)
        act(() => void window.dispatchEvent(new Event('offline')))
        return true
      },
      { kind: 'drop' },
    )
    await app.replace()
    const said = within(
      await screen.findByRole('dialog', { name: /^Link to/ }, { timeout: 30_000 }),
    )
    expect(
      said.getByText(/^The old link could not be deleted and still works\. .*offline/),
    ).toBeVisible()
    onLine.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(
      await said.findByText('The old link could not be deleted and still works.'),
    ).toBeVisible()
  }, 60_000)

  it('says what goes with the old link, which can be kept', async () => {
    const app = await atReplacement()
    expect(
      app.dialog.getByText(/its address stops working, and its 484 visits are no longer counted/),
    ).toBeVisible()
    await app.user.click(app.dialog.getByRole('checkbox', { name: 'Keep the old link too' }))
    expect(app.dialog.getByText(/The old one keeps working\.$/)).toBeVisible()
    expect(app.dialog.queryByText(/stops working|no longer counted/)).toBeNull()
    // The title follows the choice, too.
    expect(screen.getByRole('dialog')).toHaveAccessibleName(/^New link to .*plan\.pdf/)
    await app.user.click(app.dialog.getByRole('button', { name: 'Create link' }))
    const said = await result()
    expect(said.getByText('The old link still works.')).toBeVisible()
    expect((await app.all()).map(({ id }) => id)).toContain(app.id)
    expect(await app.all()).toHaveLength(2)
    expect(app.list()?.rowIndexOfId(app.id)).toBeDefined()
  })

  it('does not say of a link that has expired that it worked or still works', async () => {
    const app = await atReplacement({ expires: Date.now() - day })
    expect(app.dialog.getByText(/old one: its 484 visits are no longer counted\.$/)).toBeVisible()
    await app.user.click(app.dialog.getByRole('checkbox', { name: 'Keep the old link too' }))
    await app.user.click(app.dialog.getByRole('button', { name: 'Create link' }))
    expect((await result()).getByText('The old link stays dead.')).toBeVisible()
    expect(await app.all()).toHaveLength(2)
    expect((await app.all()).find(({ id }) => id === app.id)?.expired).toBe(true)
  })

  it('says what the old link is now, whatever the list says', async () => {
    const app = await atReplacement({ expires: Date.now() - day })
    await app.call('POST', `/share/${app.id}`, { uri: 'svc://my/plan.pdf' })
    await app.user.click(app.dialog.getByRole('checkbox', { name: 'Keep the old link too' }))
    await app.user.click(app.dialog.getByRole('button', { name: 'Create link' }))
    expect((await result()).getByText('The old link still works.')).toBeVisible()
  })

  it('says when the old link could not be deleted', async () => {
    const app = await atReplacement()
    app.faults.next(`DELETE /share/${app.id}`, {
      kind: 'json',
      body: { code: ErrorCode.forbidden, msg: 'x' },
    })
    await app.replace()
    const said = await result()
    expect(said.getByText(/could not be deleted and still works\. You don’t have/)).toBeVisible()
    expect(await app.all()).toHaveLength(2)
  })

  it('leaves the old link alone when no new one can be created', async () => {
    const app = await atReplacement()
    app.faults.next('PUT /share', {
      kind: 'json',
      body: { code: ErrorCode.groupNotAllowed, msg: 'x' },
    })
    await app.replace()
    expect(await app.dialog.findByRole('alert')).toHaveTextContent(
      'Your account does not include this.',
    )
    expect(await app.all()).toMatchObject([{ id: app.id }])
  })

  it('is created and deleted once, although both answers get lost', async () => {
    const app = await atReplacement()
    app.faults.next('PUT /share', { kind: 'lost' })
    app.faults.next(`DELETE /share/${app.id}`, { kind: 'lost' })
    await app.replace()
    expect((await result()).getByText('The old link is deleted.')).toBeVisible()
    expect(await app.all()).toHaveLength(1)
    expect(app.creations()).toHaveLength(1)
  })

  it('says of the old link what was asked for, whatever is pressed before the answer', async () => {
    const app = await atReplacement()
    const answer = held()
    app.faults.next('PUT /share', answer.fault)
    await app.replace()
    const keep = app.dialog.getByRole('checkbox', { name: 'Keep the old link too' })
    expect(keep).toHaveAttribute('aria-disabled', 'true')
    await app.user.click(keep)
    expect(keep).not.toBeChecked()
    answer.free()
    expect((await result()).getByText('The old link is deleted.')).toBeVisible()
    expect(await app.all()).toHaveLength(1)
  })

  it('is not asked for while an edit is sent, which the form then tells of', async () => {
    const app = await withLink({ remainDownloads: 13 })
    ;(await row('plan.pdf')).focus()
    await app.user.keyboard('e')
    const limit = await screen.findByRole('textbox', { name: 'Download limit' })
    const dialog = within(screen.getByRole('dialog', { name: /^Edit link/ }))
    await app.user.clear(limit)
    await app.user.type(limit, '20')
    const answer = held()
    app.faults.next(({ method }) => method === 'POST', answer.fault)
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    await app.user.click(dialog.getByRole('button', { name: 'Replace link…' }))
    expect(screen.queryByRole('dialog', { name: /^Replace the link/ })).toBeNull()
    answer.free()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await app.record()).toMatchObject({ remain_downloads: 20 })
  })

  it('is refused where the form of the old link cannot be saved: the first fault has the focus', async () => {
    const app = await withLink({ remainDownloads: 13 })
    ;(await row('plan.pdf')).focus()
    await app.user.keyboard('e')
    const limit = await screen.findByRole('textbox', { name: 'Download limit' })
    await app.user.clear(limit)
    await app.user.type(limit, 'x')
    await app.user.click(screen.getByRole('button', { name: 'Replace link…' }))
    expect(limit).toHaveFocus()
    expect(limit).toBeInvalid()
  })

  it('is found by the next try where neither its answer came nor a look-up', async () => {
    const app = await atReplacement()
    app.faults.next('PUT /share', { kind: 'lost' })
    app.faults.always('GET /file/info', { kind: 'html' })
    await app.replace()
    expect(await app.dialog.findByRole('alert')).toHaveTextContent(
      /^It is not known whether the link was created\./,
    )
    expect(await app.all()).toHaveLength(2)
    app.faults.clear()
    await app.replace()
    expect((await result()).getByText('The old link is deleted.')).toBeVisible()
    expect(await app.all()).toHaveLength(1)
    expect(app.creations()).toHaveLength(1)
  })

  it('is deleted at the second try where the first never arrived, also one that has expired', async () => {
    const app = await atReplacement({ expires: Date.now() - day })
    app.faults.next(`DELETE /share/${app.id}`, { kind: 'drop' })
    await app.replace()
    expect((await result()).getByText('The old link is deleted.')).toBeVisible()
    expect((await app.all()).map(({ id }) => id)).not.toContain(app.id)
  })

  it('is told of in messages where the dialog was closed before the answer, and nothing is copied', async () => {
    const app = await atReplacement()
    await navigator.clipboard.writeText('before')
    const answer = held()
    app.faults.next('PUT /share', answer.fault)
    await app.replace()
    await app.user.click(await app.dialog.findByRole('button', { name: 'Close' }))
    answer.free()
    expect(await screen.findByText(/plan\.pdf.* shared$/)).toBeVisible()
    expect(screen.getByText(/^The link to .*plan\.pdf.* deleted$/)).toBeVisible()
    expect(await copied()).toBe('before')
  })

  it('is told of as refused where the dialog was closed before the answer', async () => {
    const app = await atReplacement()
    const reading = held()
    app.faults.next(
      ({ method, path }) => method === 'GET' && path.startsWith('/share/'),
      reading.fault,
    )
    app.faults.next('PUT /share', {
      kind: 'json',
      body: { code: ErrorCode.groupNotAllowed, msg: 'x' },
    })
    await app.replace()
    await app.user.click(await app.dialog.findByRole('button', { name: 'Close' }))
    reading.free()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /plan\.pdf.* was not changed\..*Your account does not include this\./,
    )
  })

  it('tells that the old link stays where the dialog was closed before the answer', async () => {
    const app = await atReplacement()
    const answer = held()
    app.faults.next('PUT /share', answer.fault)
    app.faults.next(`DELETE /share/${app.id}`, {
      kind: 'json',
      body: { code: ErrorCode.forbidden, msg: 'x' },
    })
    await app.replace()
    await app.user.click(await app.dialog.findByRole('button', { name: 'Close' }))
    answer.free()
    expect(await screen.findByText(/plan\.pdf.* shared$/)).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(
      /link to .*plan\.pdf.* was not deleted\..*You don’t have access\./,
    )
  })

  it('tells nothing to who has signed out before the answer', async () => {
    const app = await atReplacement()
    const answer = held()
    app.faults.next(`DELETE /share/${app.id}`, answer.fault)
    await app.replace()
    await app.user.click(await app.dialog.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(app.creations()).toHaveLength(1))
    await app.user.click(screen.getByRole('button', { name: /Mei Wang/ }))
    await app.user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await screen.findByLabelText('Email')
    answer.free()
    const isDeleted = () =>
      app.requests.some(({ method, path }) => method === 'DELETE' && path === `/share/${app.id}`)
    await waitFor(() => expect(isDeleted()).toBe(true))
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
    expect(screen.queryByText(/plan\.pdf/)).toBeNull()
  })
})
