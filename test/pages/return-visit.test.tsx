import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { showSnapshot } from '#src/platform/page-snapshot/show-snapshot.ts'
import { type Snapshot, writeSnapshot } from '#src/platform/page-snapshot/snapshot-records.ts'
import { held } from '../network.ts'
import { callService } from '../service-api.ts'
import { row, seedTrashedFile } from '../trash-fixtures.ts'
import { layer, shownText, type App, storedPage, storedTrash } from './return-visit-fixtures.tsx'

/** The next visit; the list is answered when `free` is called. `before` runs between the two. */
async function comeBack(app: App, before: () => Promise<unknown> = async () => undefined) {
  const { fault, free } = held()
  await app.reload(async () => {
    await before()
    app.faults.always('GET /file', fault)
    await showSnapshot(window.location)
  })
  return {
    free: async () => {
      app.faults.clear()
      await act(async () => free())
    },
  }
}

describe('P2 a return visit', () => {
  it('shows the list as it was, marked and out of reach, until the service has answered', async () => {
    const app = await storedTrash()
    const before = app.container.textContent
    const { free } = await comeBack(app)
    expect(shownText()).toBe(before)
    expect(layer()).toHaveAttribute('inert')
    expect(layer()).toHaveAttribute('aria-hidden', 'true')
    expect(layer()).toHaveTextContent(/As of .+ Checking for changes…/)
    expect(screen.queryByRole('row', { name: 'Letter.pdf' })).toBeNull()
    await free()
    await row('Letter.pdf')
    expect(layer()).toBeNull()
  })

  it('shows what has changed meanwhile as soon as the service has said so', async () => {
    const app = await storedTrash()
    const { free } = await comeBack(app, async () => {
      seedTrashedFile(app, ['Docs', 'New.txt'])
    })
    expect(shownText()).not.toContain('New.txt')
    await free()
    await row('New.txt')
    expect(layer()).toBeNull()
  })

  it('shows no longer what was deleted meanwhile', async () => {
    const app = await storedTrash()
    const { free } = await comeBack(app, () =>
      callService(app.service, 'DELETE', '/file/trash', { as: app.mei }),
    )
    expect(shownText()).toContain('Letter.pdf')
    await free()
    await screen.findByText('Trash is empty')
    expect(layer()).toBeNull()
  })

  it('gives way to the message of a service that does not answer', async () => {
    const app = await storedTrash()
    await app.reload(async () => {
      app.faults.always('GET /file', { kind: 'status', status: 403 })
      await showSnapshot(window.location)
    })
    await screen.findByText('The trash could not be loaded')
    expect(layer()).toBeNull()
  })

  it('gives way to another page', async () => {
    const app = await storedTrash()
    await comeBack(app)
    expect(shownText()).toContain('Letter.pdf')
    await app.user.click(await screen.findByRole('link', { name: /Shares/ }))
    await row('Live.txt')
    expect(layer()).toBeNull()
  })

  it.each([
    ['of another account', (app: App) => ({ userId: app.lin })],
    ['of somebody who has signed out', () => undefined],
  ])('shows nothing %s', async (_who, session) => {
    const app = await storedTrash()
    const next = session(app)
    if (next) localStorage.setItem('latchkey.session', JSON.stringify({ refresh: 'x', ...next }))
    else localStorage.removeItem('latchkey.session')
    await showSnapshot(window.location)
    expect(layer()).toBeNull()
  })

  it('shows nothing of another address, in another window, or where storage is damaged', async () => {
    const app = await storedTrash()
    await app.reload(async () => {
      const found = (await storedPage(app)) as Snapshot
      for (const wrong of [
        { address: '/trash?sort=name' },
        { width: 320 },
        { sheets: ['//elsewhere.example/a.css'] },
        { sheets: 'a.css' },
        { page: ['script', {}, {}, []] as never },
        { page: ['div', {}, {}, [['iframe', {}, {}, []]]] as never },
        { note: 7 as never },
      ]) {
        await writeSnapshot(app.mei, '/trash', { ...found, ...wrong } as Snapshot)
        await showSnapshot(window.location)
        expect(layer()).toBeNull()
      }
      await writeSnapshot(app.mei, '/trash', 'damaged' as never)
      await showSnapshot(window.location)
      expect(layer()).toBeNull()
    })
    await row('Letter.pdf')
  })

  it('shows nothing when its style sheets are gone, as after an upgrade', async () => {
    const app = await storedTrash()
    await app.reload(async () => {
      const found = (await storedPage(app)) as Snapshot
      await writeSnapshot(app.mei, '/trash', { ...found, sheets: ['/assets/old.css'] })
      const showing = showSnapshot(window.location)
      const link = await waitFor(() => {
        const asked = layer()?.querySelector('div')?.shadowRoot?.querySelector('link')
        if (!asked) throw new Error('no style sheet was asked for')
        return asked
      })
      expect(shownText()).toBeUndefined()
      link.dispatchEvent(new Event('error'))
      await showing
      expect(layer()).toBeNull()
    })
    await row('Letter.pdf')
  })
})
