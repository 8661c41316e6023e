import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { decide } from '../../dom/name-clashes.ts'
import {
  answerLock,
  atWork,
  lock,
  release,
  replaceScan,
  row,
  seedWork,
  select,
  writeElsewhere,
} from '../files/actions/fixtures.tsx'

/* L12: what was refused for a lock is marked until a write succeeds, it is unlocked or the user has its folder read anew. */

type App = Awaited<ReturnType<typeof atWork>>

const isMarked = async (name: string) =>
  within(await row(name)).queryByRole('img', { name: 'Locked' }) !== null

const isRead = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path === '/file'

/** Lin has letter.txt open over WebDAV; Mei, who does not know that, tries to rename it and gives up. */
async function meetLock(options: Parameters<typeof atWork>[0] = {}): Promise<App> {
  const app = await atWork(options)
  lock(app, 'Work', 'letter.txt')
  ;(await row('letter.txt')).focus()
  await app.user.keyboard('{F2}note{Enter}')
  await answerLock(app, 'Cancel')
  await app.user.click(await screen.findByRole('textbox', { name: /^New name of/ }))
  await app.user.keyboard('{Escape}')
  await waitFor(async () => expect(await isMarked('letter.txt')).toBe(true))
  return app
}

describe('L12 an item that a write has found to be locked', () => {
  it('is marked in its row, and details say who holds it', async () => {
    const app = await meetLock()
    expect(await isMarked('scan.pdf')).toBe(false)
    fireEvent.contextMenu(await row('letter.txt'))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Details' }))
    const details = within(await screen.findByRole('complementary', { name: 'letter.txt' }))
    const holder = () => details.getByText('Locked').nextElementSibling
    await waitFor(() => expect(holder()).toHaveTextContent(/Network drive.*Lin Okafor/))
  })

  it('is not marked any more once a write to it succeeds', async () => {
    const app = await meetLock()
    release(app)
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{F2}note{Enter}')
    expect(await isMarked('note.txt')).toBe(false)
    // Its former URI is not marked either.
    ;(await row('note.txt')).focus()
    await app.user.keyboard('{F2}letter{Enter}')
    expect(await isMarked('letter.txt')).toBe(false)
  })

  it('is not marked any more once it is unlocked here', async () => {
    const app = await meetLock()
    await select(app, 'letter.txt')
    await app.user.keyboard('{Delete}')
    await answerLock(app, 'Unlock and retry')
    await waitFor(() => expect(screen.queryByRole('row', { name: 'letter.txt' })).toBeNull())
    await app.user.click(await screen.findByRole('button', { name: /^Undo: / }))
    expect(await isMarked('letter.txt')).toBe(false)
  })

  it('is not marked any more once its folder is refreshed', async () => {
    const app = await meetLock()
    await app.user.keyboard('r')
    await waitFor(async () => expect(await isMarked('letter.txt')).toBe(false))
  })

  it('stays marked when its folder could not be read anew', async () => {
    const app = await meetLock()
    const reads = () => app.requests.filter(isRead).length
    const before = reads()
    app.faults.always('GET /file', { kind: 'status', status: 403 })
    await app.user.keyboard('r')
    await waitFor(() => expect(reads()).toBeGreaterThan(before))
    await screen.findByRole('alert')
    expect(await isMarked('letter.txt')).toBe(true)
    app.faults.clear()
    await app.user.keyboard('r')
    await waitFor(async () => expect(await isMarked('letter.txt')).toBe(false))
  })

  it('is marked under its new name when others have renamed it, and another one at its place is not', async () => {
    const app = await atWork({ isLive: true, isStrict: false })
    lock(app, 'Work', 'letter.txt')
    lock(app, 'Work', 'scan.pdf')
    // A write of one thing, and a job.
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{F2}note{Enter}')
    await answerLock(app, 'Cancel')
    await app.user.click(await screen.findByRole('textbox', { name: /^New name of/ }))
    await app.user.keyboard('{Escape}')
    await select(app, 'scan.pdf')
    await app.user.keyboard('{Delete}')
    await answerLock(app, 'Cancel')
    await waitFor(async () => expect(await isMarked('scan.pdf')).toBe(true))
    release(app)
    await replaceScan(app)
    const uri = 'svc://my/Work/letter.txt'
    await writeElsewhere(app, 'POST', '/file/rename', { uri, new_name: 'old letter.txt' })
    app.service.seed.addFile(app.mei, ['Work', 'letter.txt'], { size: 1 })
    for (const name of ['letter.txt', 'scan.pdf']) {
      const there = name === 'scan.pdf' ? 'first scan.pdf' : 'old letter.txt'
      await waitFor(async () => expect(await isMarked(there)).toBe(true))
      expect(await isMarked(name)).toBe(false)
    }
  })

  it('is not marked any more once a search that has found it is refreshed', async () => {
    const app = await meetLock({ path: '/files?uri=svc%3A%2F%2Fmy&q=letter.txt' })
    await app.user.keyboard('r')
    await waitFor(async () => expect(await isMarked('letter.txt')).toBe(false))
  })

  it('is not marked any more once its folder is entered again and read anew', async () => {
    const app = await meetLock({ isStrict: false })
    const reads = () =>
      app.requests.filter(
        ({ method, path, query }) => method === 'GET' && path === '/file' && query.includes('Work'),
      ).length
    const before = reads()
    await app.user.keyboard('{Backspace}')
    const folder = await row('Work')
    // Longer than a list is taken for current.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6 * 60_000)
    await app.user.dblClick(folder)
    await waitFor(() => expect(reads()).toBeGreaterThan(before))
    await waitFor(async () => expect(await isMarked('letter.txt')).toBe(false))
  })

  it('stays marked when its folder is entered again without being read', async () => {
    const app = await meetLock({ isStrict: false })
    await app.user.keyboard('{Backspace}')
    await app.user.dblClick(await row('Work'))
    expect(await isMarked('letter.txt')).toBe(true)
  })

  it('stays marked when the list follows what others do', async () => {
    const app = await meetLock({ isLive: true, isStrict: false })
    app.service.seed.addFile(app.mei, ['Work', 'new.txt'])
    await row('new.txt')
    expect(await isMarked('letter.txt')).toBe(true)
  })

  it('of several items is marked, the others are not', async () => {
    const app = await atWork()
    lock(app, 'Work', 'letter.txt')
    await select(app, 'letter.txt', 'scan.pdf')
    await app.user.keyboard('{Delete}')
    await answerLock(app, 'Skip locked')
    await waitFor(() => expect(screen.queryByRole('row', { name: 'scan.pdf' })).toBeNull())
    expect(await isMarked('letter.txt')).toBe(true)
    expect(await isMarked('plan.tar.gz')).toBe(false)
  })

  it('is not marked any more once an upload has replaced it', async () => {
    const app = await meetLock()
    release(app)
    const file = new File(['new'], 'letter.txt')
    fireEvent.change(screen.getByLabelText('Upload files…'), { target: { files: [file] } })
    const dialog = await screen.findByRole('dialog', { name: '1 file is already here' })
    await decide(app.user, dialog, 'Replace')
    expect(await screen.findByText('1 file uploaded')).toBeVisible()
    await waitFor(async () => expect(await isMarked('letter.txt')).toBe(false))
  })

  describe('when a folder is locked', () => {
    async function meetLockOfFolder(...path: string[]): Promise<App> {
      const app = await renderApp({ path: '/files?uri=svc%3A%2F%2Fmy&layout=list', seed: seedWork })
      lock(app, ...path)
      await select(app, 'Work')
      await app.user.keyboard('{Delete}')
      await answerLock(app, 'Cancel')
      await waitFor(async () => expect(await isMarked('Work')).toBe(true))
      release(app)
      return app
    }

    it('by something in it: is not marked any more once a write to that succeeds', async () => {
      const app = await meetLockOfFolder('Work', 'letter.txt')
      await app.user.dblClick(await row('Work'))
      ;(await row('letter.txt')).focus()
      await app.user.keyboard('{F2}note{Enter}')
      await row('note.txt')
      await app.user.keyboard('{Backspace}')
      await waitFor(async () => expect(await isMarked('Work')).toBe(false))
    })
  })

  it('is marked as a tile too', async () => {
    await meetLock({ path: '/files?uri=svc%3A%2F%2Fmy%2FWork&layout=gallery' })
    expect(await isMarked('letter.txt')).toBe(true)
  })
})
