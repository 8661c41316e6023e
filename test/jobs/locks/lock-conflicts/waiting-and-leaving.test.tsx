import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { createItem } from '#src/features/file-lists/create-item.ts'
import { session } from '#src/features/session/session.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { type Backend, here, password } from '../../../dom/harness.tsx'
import { namesAt } from '../../../processes/service-api.ts'
import {
  letter,
  lockedLetter,
  openedByLin,
  open,
  rename,
  track,
  trash,
  dialog,
  button,
  sent,
  releaseAll,
  settled,
  conflictOf,
  viewer,
} from './fixtures.tsx'

/**
 * Lets seconds of the stopped clock pass while the tray counts them, and real time while a request is on its way. A clock
 * that also ran by itself would be advanced from two sides: on a busy machine this did not end.
 */
async function secondsPassUntil(isSo: (isCounting: boolean) => boolean): Promise<void> {
  for (;;) {
    const isCounting = screen.queryByText(/Next retry in/) !== null
    if (isSo(isCounting)) return
    await act(async () => {
      await vi.advanceTimersByTimeAsync(isCounting ? 1000 : 1)
      await new Promise((resolve) => setImmediate(resolve))
    })
  }
}

describe('L5 waiting', () => {
  it('shrinks to the tray, tries again and says when it has gone through', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    await app.user.click(button('Wait'))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    const tray = within(screen.getByRole('region', { name: 'Waiting for locked items' }))
    expect(tray.getByText(/Waiting to rename/)).toBeVisible()
    expect(tray.getByText(/Next retry in \d+ seconds?/)).toBeVisible()
    await app.user.click(tray.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(sent(app.requests)).toHaveLength(2))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    await waitFor(() => expect(tray.getByText(/Next retry in/)).toBeVisible())
    releaseAll(app.service)
    await app.user.click(tray.getByRole('button', { name: 'Retry' }))
    await settled(write)
    expect(await namesAt(app, 'svc://my')).toEqual(['Post'])
    // The one message, which can take it back.
    expect(await screen.findByText(/Letters.* renamed to .*Post/)).toBeVisible()
    expect(screen.queryByText(/free again/)).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: /Waiting/ })).not.toBeInTheDocument()
    // No status line for screen readers says so either.
    expect(screen.queryByText(/^Waiting to rename/)).not.toBeInTheDocument()
  })

  it('says so of a write that says nothing itself', async () => {
    const { seed } = lockedLetter((backend) => [
      backend.service.seed.addLock({
        owner: backend.mei,
        holder: backend.lin,
        path: ['Letters'],
        application: viewer,
      }),
    ])
    const app = await open({ seed })
    const variables = { folder: 'svc://my/Letters', name: 'Old', kind: 'folder' as const }
    const write = track(startMutation(app.client, createItem(), variables))
    await dialog()
    await app.user.click(button('Wait'))
    releaseAll(app.service)
    await app.user.click(button('Retry'))
    await settled(write)
    expect(await screen.findByText(/free again: .*Old.* was created/)).toBeVisible()
  })

  it('names in the tray what is still to be deleted, not what is gone already', async () => {
    const lockBoth = (backend: Backend, letterId: string) => [
      ...openedByLin(backend, letterId),
      backend.service.seed.addLock({
        owner: backend.mei,
        holder: backend.lin,
        path: ['Letters', 'notes.txt'],
        application: viewer,
      }),
    ]
    const { seed, known } = lockedLetter(lockBoth)
    const app = await open({ seed })
    const write = await trash(app, letter, ['Letters', 'notes.txt'])
    await dialog()
    await app.user.click(button('Wait'))
    const tray = within(screen.getByRole('region', { name: 'Waiting for locked items' }))
    expect(tray.getByText('Waiting to delete 2 items')).toBeVisible()
    app.service.seed.removeLocks(known.tokens.slice(0, 1))
    await app.user.click(tray.getByRole('button', { name: 'Retry' }))
    expect(await tray.findByText(/^Waiting to delete .*notes\.txt/)).toBeVisible()
    app.service.seed.removeLocks(known.tokens)
    await app.user.click(tray.getByRole('button', { name: 'Retry' }))
    await settled(write)
    expect(await screen.findByText('2 items moved to the trash')).toBeVisible()
  })

  it('G7 is given up by keys, and the page gets the focus', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    await rename(app)
    await dialog()
    await app.user.click(button('Wait'))
    const tray = within(screen.getByRole('region', { name: /Waiting/ }))
    tray.getByRole('button', { name: 'Cancel' }).focus()
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('region', { name: /Waiting/ })).toBeNull())
    await waitFor(() =>
      expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement),
    )
  })

  it('tries again by itself, with growing pauses, and not while nobody looks', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    // Each pause differs by up to a fifth, by chance.
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    try {
      fireEvent.click(button('Wait'))
      await secondsPassUntil((isCounting) => isCounting)
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
      await secondsPassUntil((isCounting) => !isCounting)
      await act(() => vi.advanceTimersByTimeAsync(60_000))
      expect(sent(app.requests)).toHaveLength(1)
      Reflect.deleteProperty(document, 'hidden')
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
      await secondsPassUntil((isCounting) => isCounting && sent(app.requests).length === 4)
      const times = app.requests.filter(({ path }) => path === '/file/rename').map(({ at }) => at)
      const [, second = 0, third = 0, fourth = 0] = times
      expect(fourth - third).toBeGreaterThan(third - second)
      releaseAll(app.service)
      await secondsPassUntil(() => write.isSettled)
      expect(sent(app.requests)).toHaveLength(5)
    } finally {
      Reflect.deleteProperty(document, 'hidden')
      vi.useRealTimers()
    }
  })

  it('opens the dialog again from the tray, and gives up from there', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    await app.user.click(button('Wait'))
    await app.user.click(button('Show'))
    await dialog()
    await app.user.click(button('Wait'))
    await app.user.click(
      within(screen.getByRole('region', { name: /Waiting/ })).getByRole('button', {
        name: 'Cancel',
      }),
    )
    await settled(write)
    expect(write.error).toBeInstanceOf(LockCancelledError)
    expect(await screen.findByText(/Letters.* was not renamed/)).toBeVisible()
  })
})

describe('L5 a lock that could not be unlocked', () => {
  it('says so no more when the dialog comes back from the tray', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    app.faults.next('DELETE /file/lock', { kind: 'status', status: 502 })
    await app.user.click(button('Unlock and retry'))
    expect(await screen.findByText(/could not be unlocked/)).toBeVisible()
    await app.user.click(button('Wait'))
    await app.user.click(button('Show'))
    await dialog()
    expect(screen.queryByText(/could not be unlocked/)).toBeNull()
    await app.user.click(button('Cancel'))
    await settled(write)
  })
})

describe('L6 short-lived holders', () => {
  it('rule 9.4 get one quiet try before anybody is asked', async () => {
    const { seed } = lockedLetter()
    const app = await open({ seed })
    const busy = conflictOf([
      {
        path: 'svc://my/Letters',
        token: 'x',
        owner: { application: { type: 'moveCopy' } },
        type: 1,
      },
    ])
    app.faults.next('POST /file/rename', busy)
    const write = await rename(app)
    await settled(write)
    expect(write.error).toBeUndefined()
    expect(sent(app.requests)).toHaveLength(2)
  })

  it('are asked about when they are still there', async () => {
    const { seed } = lockedLetter()
    const app = await open({ seed })
    const busy = conflictOf([
      { path: 'svc://my/Letters', token: 'x', owner: { application: { type: 'rename' } }, type: 1 },
    ])
    app.faults.next('POST /file/rename', busy)
    app.faults.next('POST /file/rename', busy)
    const write = await rename(app)
    expect(await dialog()).toHaveTextContent('Another operation is running')
    await app.user.click(button('Cancel'))
    await settled(write)
  })
})

describe('L11 leaving', () => {
  it('another page does not lose the operation', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    await app.user.click(button('Wait'))
    await app.user.click(screen.getByRole('link', { name: /Trash/ }))
    await waitFor(() => expect(here()).toBe('/trash'))
    await app.user.click(button('Show'))
    await app.user.click(button('Unlock and retry'))
    await settled(write)
    expect(await namesAt(app, 'svc://my')).toEqual(['Post'])
  })

  it('signing out cancels all, silently', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const first = await rename(app)
    const second = await trash(app, letter)
    await dialog()
    const { client } = app
    await act(async () => {
      await startMutation(client, session.signOut(), undefined)
    })
    await settled(first)
    await settled(second)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(screen.queryByText(/was not/)).not.toBeInTheDocument()
    expect(await namesAt(app, 'svc://my')).toEqual(['Letters'])
  })

  it('a session that ends meanwhile asks for a sign-in, then goes on', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed, passwords: true })
    const write = await rename(app)
    await dialog()
    app.service.seed.endSessions()
    await app.user.click(button('Unlock and retry'))
    const fields = within(await screen.findByRole('dialog', { name: 'Please sign in again' }))
    await app.user.type(fields.getByLabelText('Password'), `${password}{Enter}`)
    await settled(write)
    expect(write.error).toBeUndefined()
    expect(await namesAt(app, 'svc://my')).toEqual(['Post'])
  })
})
