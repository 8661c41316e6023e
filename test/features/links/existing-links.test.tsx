import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { keys } from '#src/lists/keys.ts'
import { renderApp } from '../../dom/harness.tsx'
import { callService, linksOfMei } from '../../processes/service-api.ts'

describe('F3 sharing what has links already', () => {
  async function atLinks() {
    const app = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FWork',
      seed: ({ service, mei }) => {
        const id = service.seed.addFile(mei, ['Work', 'shared.txt'], { size: 12 })
        service.seed.addShare(id, { password: 'secret1' })
        service.seed.addShare(id, { expires: Date.now() - 1000 })
      },
    })
    await app.user.click(
      within(await screen.findByRole('row', { name: 'shared.txt' })).getByRole('checkbox'),
    )
    await app.user.click(screen.getByRole('button', { name: 'Share…' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Links to/ }))
    await dialog.findByText('There are 2 links to it already.')
    return { ...app, dialog }
  }

  it('shows them first, to copy without their password; dead ones are marked', async () => {
    const { user, dialog } = await atLinks()
    const links = dialog.getAllByRole('listitem')
    expect(links).toHaveLength(2)
    const [live, none] = links.filter((link) => !within(link).queryByText('Expired'))
    expect(none).toBeUndefined()
    await user.click(within(live as HTMLElement).getByRole('button', { name: /^Copy link/ }))
    const link = await navigator.clipboard.readText()
    expect(link).toMatch(/\/s\/\w+$/)
    expect(link).not.toContain('secret1')
  })

  it('G7 the buttons of each have names of their own, which end with its address', async () => {
    const { dialog } = await atLinks()
    const inList = dialog.getAllByRole('listitem').map((link) => {
      const address = within(link).getByText(/\/s\/\w+$/).textContent
      const isDead = within(link).queryByText('Expired') !== null
      return ['Edit…', isDead ? 'Extend…' : 'Copy link'].map((what) =>
        within(link).getByRole('button', { name: `${what} ${address}` }),
      )
    })
    expect(new Set(inList.flat()).size).toBe(4)
  })

  it('says of each who may open it, and offers to extend a dead one instead of copying it', async () => {
    const { user, dialog } = await atLinks()
    const [live, dead] = dialog
      .getAllByRole('listitem')
      .toSorted(
        (a, b) =>
          Number(!!within(a).queryByText('Expired')) - Number(!!within(b).queryByText('Expired')),
      )
      .map((link) => within(link))
    if (!live || !dead) throw new Error('not there')
    expect(live.getByText('Public, with password')).toBeVisible()
    expect(dead.getByText('Public')).toBeVisible()
    expect(live.queryByRole('button', { name: /^Extend…/ })).toBeNull()
    expect(dead.queryByRole('button', { name: /^Copy link/ })).toBeNull()
    const extend = dead.getByRole('button', { name: /^Extend…/ })
    await user.click(extend)
    await user.click(await screen.findByRole('button', { name: 'Extend' }))
    await waitFor(() => expect(dialog.queryByText('Expired')).toBeNull())
    expect(dialog.getAllByRole('button', { name: /^Copy link/ })).toHaveLength(2)
    expect(dead.getByRole('button', { name: /^Copy link/ })).toBe(extend)
  })

  it('lets one edit them, and returns to them', async () => {
    const { user, dialog } = await atLinks()
    const live = dialog
      .getAllByRole('listitem')
      .find((link) => !within(link).queryByText('Expired'))
    await user.click(within(live as HTMLElement).getByRole('button', { name: /^Edit…/ }))
    await screen.findByRole('textbox', { name: 'Download limit' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(dialog.getByRole('button', { name: 'New link…' })).toBeVisible()
  })

  it('makes another one below them', async () => {
    const app = await atLinks()
    expect(app.dialog.getByRole('button', { name: 'New link…' })).toHaveFocus()
    await app.user.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: /^Share/ }))
    await app.user.click(dialog.getByRole('button', { name: 'Create link' }))
    await screen.findByRole('dialog', { name: /^Link to/ })
    expect(await linksOfMei(app)).toHaveLength(3)
  })

  it('that are gone meanwhile leave the form, which the link that it creates does not close', async () => {
    const { user, faults, client, service, mei } = await atLinks()
    const linksNow = () => linksOfMei({ service, mei })
    for (const { id } of await linksNow())
      expect((await callService(service, 'DELETE', `/share/${id}`, { as: mei })).code).toBe(0)
    const now = Date.now()
    let minutes = 0
    const lookAgain = async () => {
      minutes += 10
      vi.spyOn(Date, 'now').mockImplementation(() => now + minutes * 60_000)
      act(() => void window.dispatchEvent(new Event('visibilitychange')))
      await waitFor(() => expect(client.isFetching({ queryKey: keys.files.infos() })).toBe(0))
      await act(() => new Promise((resolve) => setTimeout(resolve)))
    }
    await lookAgain()
    const create = await screen.findByRole('button', { name: 'Create link' })
    await user.click(screen.getByRole('checkbox', { name: 'Protect with a password' }))
    // The link is there, but its answer is not, when the links are read again.
    let answer = () => {}
    const until = new Promise<void>((resolve) => (answer = resolve))
    faults.next('PUT /share', { kind: 'late', until })
    await user.click(create)
    await waitFor(async () => expect(await linksNow()).toHaveLength(1))
    await lookAgain()
    answer()
    expect(await screen.findByRole('dialog', { name: /^Link to/ })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Text to send' })).toBeVisible()
  })

  it('keeps the form of one that is open when reading them again fails', async () => {
    const { user, dialog, faults, requests, client } = await atLinks()
    const [link] = dialog.getAllByRole('listitem')
    await user.click(within(link as HTMLElement).getByRole('button', { name: /^Edit…/ }))
    const field = await screen.findByRole('textbox', { name: 'Download limit' })
    await waitFor(() => expect(client.isFetching()).toBe(0))
    const isInfo = ({ path }: { path: string }) => path === '/file/info'
    const before = requests.filter(isInfo).length
    faults.always(isInfo, { kind: 'json', body: { code: 40016, msg: 'x' } })
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 10 * 60_000)
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(requests.filter(isInfo).length).toBeGreaterThan(before))
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(field).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull()
  })
})
