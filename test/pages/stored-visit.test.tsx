import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { showSnapshot } from '#src/platform/page-snapshot/show-snapshot.ts'
import { showToast } from '#src/stores/toasts.ts'
import { row, rowsShown, seedTrashedFile } from '../trash-fixtures.ts'
import {
  layer,
  shownText,
  putAway,
  storedPage,
  firstVisit,
  storedTrash,
} from './return-visit-fixtures.tsx'

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
    // Nothing is stored while the password is on the page either.
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
    // The new item is below the others, since one above them would scroll the list.
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
    // The new item is below the others, since one above them would scroll the list.
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
