import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Backend } from '../../../dom/harness.tsx'
import { callService } from '../../../processes/service-api.ts'
import { day, page, row, seedShare } from '../fixtures.tsx'
import { deletions, idOf, now, select, stored, undo } from './deletion-fixtures.tsx'

type App = Awaited<ReturnType<typeof page>>

const nameOf = (at: number) => `dead ${at}.txt`
const dead = (count: number, password?: string) => (backend: Backend) => {
  for (let at = 1; at <= count; at++)
    seedShare(backend, nameOf(at), { expires: Date.now() - day, ...(password && { password }) }, [
      `Folder ${at}`,
    ])
}

/** As another browser does it. */
const revive = async (view: App, at: number): Promise<string> => {
  const id = await idOf(view, nameOf(at))
  await callService(view.service, 'POST', `/share/${id}`, {
    as: view.mei,
    body: { uri: `svc://my/Folder%20${at}/dead%20${at}.txt`, expire: 86_400 * 90 },
  })
  return id
}

const cleanUp = async ({ user }: App, count: number) => {
  await row(nameOf(1))
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Clean up ${count} dead links` }))
  await user.click(dialog.getByRole('button', { name: `Delete ${count} links` }))
}

const close = () => act(() => void window.dispatchEvent(new Event('pagehide')))
const offer = (text: string) => screen.findByText(text, {}, { timeout: 15_000 })
const readsOf = ({ requests }: App, id: string) =>
  requests.filter(({ path }) => path === `/share/info/${id}`)

describe('S8 dead links are read before they are deleted', () => {
  it.each([undefined, 'geheim77'])(
    'one whose item lies in a deleted folder is deleted, with the password %s',
    async (password) => {
      const view = await page({ seed: dead(12, password) })
      await row(nameOf(1))
      await revive(view, 2)
      const { seed } = view.service
      seed.trashFile(seed.findFile(view.mei, ['Folder 2']) ?? '')
      await cleanUp(view, 12)
      expect(await screen.findByText('12 links deleted')).toBeVisible()
      expect(await stored(view)).toEqual([])
    },
  )

  it('closing the page while they wait sends only what was not dead, and the next one offers the rest', async () => {
    const view = await page({
      seed: (backend) => {
        dead(2)(backend)
        seedShare(backend, 'live.txt')
      },
    })
    await select(view.user, nameOf(1), nameOf(2), 'live.txt')
    await view.user.keyboard('{Delete}')
    await undo()
    await revive(view, 2)
    close()
    await waitFor(async () => expect(await stored(view)).toEqual([nameOf(1), nameOf(2)]))
    const next = await view.reload()
    expect(await offer('2 links were not deleted.')).toBeVisible()
    await next.user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await stored(view)).toEqual([nameOf(2)]))
  })

  it('closing the page while they are read sends those that were found dead', async () => {
    const view = await page({ seed: dead(12) })
    await row(nameOf(1))
    await revive(view, 11)
    const slow = await idOf(view, nameOf(1))
    view.faults.always(`GET /share/info/${slow}`, { kind: 'stall' })
    await cleanUp(view, 12)
    await waitFor(() =>
      expect(view.requests.filter(({ path }) => path.startsWith('/share/info/'))).toHaveLength(12),
    )
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(deletions(view.requests)).toEqual([])
    close()
    await waitFor(async () => expect(await stored(view)).toEqual([nameOf(1), nameOf(11)]))
  })

  it('one that cannot be read is kept, and holds up no other', async () => {
    const view = await page({ seed: dead(12) })
    await row(nameOf(1))
    const [malformed, broken] = [await idOf(view, nameOf(3)), await idOf(view, nameOf(4))]
    view.faults.always(`GET /share/info/${malformed}`, {
      kind: 'json',
      body: { code: 40_001, msg: 'Failed to parse object ID' },
    })
    view.faults.always(`GET /share/info/${broken}`, { kind: 'status', status: 500 })
    await cleanUp(view, 12)
    expect(await screen.findByText(/^10 of 12 links deleted\. 2 failed/)).toBeVisible()
    expect(await stored(view)).toEqual([nameOf(3), nameOf(4)])
    expect(await row(nameOf(4))).toBeVisible()
  })

  it('one that was revived is kept, though the service failed when it was asked about it', async () => {
    const view = await page({ seed: dead(12) })
    await row(nameOf(1))
    const revived = await revive(view, 2)
    view.faults.next(`GET /share/info/${revived}`, { kind: 'status', status: 500 })
    await cleanUp(view, 12)
    expect(await screen.findByText(/^11 of 12 links deleted\. 1 failed/)).toBeVisible()
    expect(await stored(view)).toEqual([nameOf(2)])
    await view.user.click(screen.getByRole('button', { name: 'Show details…' }))
    const result = within(await screen.findByRole('dialog'))
    await view.user.click(result.getByRole('button', { name: /^Retry/ }))
    expect(
      await screen.findByText(/^11 of 12 links deleted\. 1 has been changed since/),
    ).toBeVisible()
    expect(await stored(view)).toEqual([nameOf(2)])
  })

  it('none is read again when an answer was lost', async () => {
    const view = await page({ seed: dead(3) })
    await row(nameOf(1))
    const first = await idOf(view, nameOf(1))
    const last = await idOf(view, nameOf(3))
    view.faults.next(`GET /share/info/${first}`, { kind: 'status', status: 503 })
    view.faults.next('DELETE /share', { kind: 'drop' })
    await select(view.user, nameOf(1), nameOf(2), nameOf(3))
    await view.user.keyboard('{Delete}')
    await view.user.click(await now())
    expect(await screen.findByText('3 links deleted', {}, { timeout: 15_000 })).toBeVisible()
    expect(readsOf(view, first)).toHaveLength(2)
    expect(readsOf(view, last)).toHaveLength(1)
    expect(deletions(view.requests)).toHaveLength(2)
  })

  it('Stop while they are read leaves them, and leaves nothing open', async () => {
    const view = await page({ seed: dead(12) })
    await row(nameOf(1))
    // Neither the links nor the list tell anything: what was not sent needs no look.
    view.faults.always('GET /share/info/*', { kind: 'stall' })
    view.faults.always('GET /share', { kind: 'stall' })
    await cleanUp(view, 12)
    await waitFor(() =>
      expect(view.requests.some(({ path }) => path.startsWith('/share/info/'))).toBe(true),
    )
    await view.user.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(await screen.findByText(/^0 of 12 links deleted\./)).not.toHaveTextContent('may or may')
    expect(deletions(view.requests)).toEqual([])
    expect(await stored(view)).toHaveLength(12)
  })
})
