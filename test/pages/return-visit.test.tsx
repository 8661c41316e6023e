import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { startPageSnapshots } from '#src/components/frame/page-snapshots.ts'
import type { StoredNode } from '#src/platform/page-snapshot/elements.ts'
import { showSnapshot } from '#src/platform/page-snapshot/show-snapshot.ts'
import {
  readSnapshot,
  type Snapshot,
  writeSnapshot,
} from '#src/platform/page-snapshot/snapshot-records.ts'
import { showToast } from '#src/stores/toasts.ts'
import { domState } from '../dom-state.ts'
import { renderApp, type RenderOptions } from '../harness.tsx'
import { held } from '../network.ts'
import { callService } from '../service-api.ts'
import { row, rowsShown, seedTrashedFile } from '../trash-fixtures.ts'
import { seedShare } from './shares/fixtures.tsx'

const names = ['Budget.xlsx', 'Letter.pdf']
const layer = () => document.querySelector<HTMLElement>('[data-snapshot]')
const shownText = () =>
  layer()?.dataset['snapshot'] === 'shown'
    ? layer()?.querySelector('div')?.shadowRoot?.textContent
    : undefined

/** The tab is put away, and what is on the page is stored at once. */
async function putAway(): Promise<void> {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  hidden.mockRestore()
  await Promise.resolve()
}

type App = Awaited<ReturnType<typeof renderApp>>
const storedPage = (app: Pick<App, 'mei'>, path = '/trash') => readSnapshot(app.mei, path)

/** A visit that ends: the trash with two files was on screen. */
async function firstVisit(options: RenderOptions = {}) {
  const app = await renderApp({
    path: '/trash',
    staysSignedIn: true,
    seed: (backend) => {
      for (const name of names) seedTrashedFile(backend, ['Docs', name])
      seedShare(backend, 'Live.txt', { password: 'geheim77' })
    },
    ...options,
  })
  app.container.id = 'root'
  const stop = startPageSnapshots()
  domState.cleanups.push(async () => {
    stop()
    layer()?.remove()
    for (const path of ['/trash', '/shares', '/files'])
      await writeSnapshot(app.mei, path, undefined as never)
  })
  return app
}

const textOf = (node: StoredNode): string =>
  typeof node === 'string' ? node : node[3].map(textOf).join('')

/** Resolves when the page is stored as it is, with all its text. */
async function storedTrash(options: RenderOptions = {}) {
  const app = await firstVisit(options)
  await row('Letter.pdf')
  await waitFor(
    async () => {
      await putAway()
      const stored = (await storedPage(app)) as Snapshot | undefined
      expect(stored && textOf(stored.page)).toBe(app.container.textContent)
    },
    { timeout: 10_000 },
  )
  return app
}

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

describe('P2 what is stored for the next visit', () => {
  it('is nothing unless one stays signed in', async () => {
    const app = await firstVisit({ staysSignedIn: false })
    await row('Letter.pdf')
    await putAway()
    expect(localStorage.getItem('latchkey.snapshots')).toBeNull()
    expect(await storedPage(app)).toBeUndefined()
  })

  it('is the list of links without their passwords', async () => {
    const app = await firstVisit({ path: '/shares' })
    await row('Live.txt')
    await putAway()
    const stored = await waitFor(async () => {
      const found = await storedPage(app, '/shares')
      expect(found).toBeDefined()
      return JSON.stringify(found)
    })
    expect(stored).toContain('Live.txt')
    expect(stored).not.toContain('geheim77')
    // Nor while the password is on the page.
    await app.user.click(screen.getByText('Live.txt'))
    await app.user.keyboard('{Enter}')
    await screen.findByRole('complementary')
    await putAway()
    expect(JSON.stringify(await storedPage(app, '/shares'))).not.toContain('geheim77')
  })

  it('is not the list while something in it is selected', async () => {
    const app = await storedTrash()
    await app.user.click(screen.getAllByRole('checkbox')[1] as HTMLElement)
    await screen.findByText('1 selected')
    await putAway()
    const stored = JSON.stringify(await storedPage(app))
    expect(stored).toContain('Letter.pdf')
    expect(stored).not.toContain('1 selected')
  })

  it('has no messages in it, whose buttons would do nothing then', async () => {
    const app = await storedTrash()
    showToast({ kind: 'done', key: 'copied', values: { count: 1 } })
    await screen.findByText('Link copied')
    // Below the others: one above would scroll the list by itself.
    seedTrashedFile(app, ['Docs', 'New.txt'], 3 * 86_400_000)
    await app.user.keyboard('r')
    await row('New.txt')
    await waitFor(async () => {
      await putAway()
      expect(JSON.stringify(await storedPage(app))).toContain('New.txt')
    })
    expect(JSON.stringify(await storedPage(app))).not.toContain('Link copied')
  })

  it('is not a list that is scrolled, be it with its page', async () => {
    const app = await storedTrash()
    const main = screen.getByRole('main')
    main.scrollTop = 40
    // Below the others: one above would scroll the list by itself.
    seedTrashedFile(app, ['Docs', 'New.txt'], 3 * 86_400_000)
    await app.user.keyboard('r')
    await row('New.txt')
    await putAway()
    expect(JSON.stringify(await storedPage(app))).not.toContain('New.txt')
  })

  it('is gone when one signs out', async () => {
    const app = await storedTrash()
    await app.user.click(screen.getByRole('button', { name: /Mei Wang/ }))
    await app.user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await screen.findByLabelText('Email')
    await waitFor(() => expect(localStorage.getItem('latchkey.snapshots')).toBeNull())
    expect(await storedPage(app)).toBeUndefined()
  })

  it('is gone, from the screen too, when the service has ended the session', async () => {
    const app = await storedTrash()
    await app.reload(async () => {
      app.service.seed.endSessions()
      await showSnapshot(window.location)
      expect(shownText()).toContain('Letter.pdf')
    })
    await screen.findByRole('dialog')
    expect(layer()).toBeNull()
    await waitFor(() => expect(localStorage.getItem('latchkey.snapshots')).toBeNull())
  })

  it('is nothing where storage is full or blocked, and the page says nothing of it', async () => {
    const app = await firstVisit()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await row('Letter.pdf')
    await putAway()
    expect(rowsShown()).toHaveLength(2)
    expect(await storedPage(app)).toBeUndefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
