import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { namesAt } from '../../../processes/service-api.ts'
import {
  letter,
  lockedLetter,
  openedByLin,
  openedByLinAndUploading,
  open,
  rename,
  trash,
  dialog,
  button,
  sent,
  releaseAll,
  settled,
  conflictOf,
} from './fixtures.tsx'

describe('L7 rounds and queues', () => {
  it('several operations wait for each other, and every one ends', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const first = await rename(app)
    const second = await trash(app, letter)
    await dialog()
    expect(await screen.findByText(/One more operation is waiting/)).toBeVisible()
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
    await app.user.click(button('Cancel'))
    await settled(first)
    expect(await screen.findByRole('alertdialog', { name: /Can’t delete/ })).toBeVisible()
    await app.user.click(button('Unlock and retry'))
    await settled(second)
    expect(second.value?.done).toHaveLength(1)
  })

  it('may unlock what turns up next without asking, however many that are, once that was ticked', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const again = (name: string) =>
      conflictOf([{ path: `svc://my/Letters/${name}`, token: name, owner: {}, type: 0 }])
    const locks = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const name of locks) app.faults.next('POST /file/rename', again(name))
    releaseAll(app.service)
    const write = await rename(app)
    await dialog()
    await app.user.click(button('Unlock and retry'))
    await app.user.click(await screen.findByRole('checkbox', { name: /found on the way/ }))
    await app.user.click(button('Unlock and retry'))
    await settled(write)
    expect(sent(app.requests).filter((line) => line === 'DELETE /file/lock')).toHaveLength(
      locks.length,
    )
    expect(await namesAt(app, 'svc://my')).toEqual(['Post'])
  })
})

/** A rename that meets a lock of the same file again and again, each time with another token. */
async function renameMeeting(times: number, app: Awaited<ReturnType<typeof open>>) {
  const held = (at: number) => ({
    path: 'svc://my/Letters/letter.txt',
    token: `token ${at}`,
    owner: { owner: 'lin', application: { type: 'viewer' } },
    type: 0,
  })
  for (let at = 0; at < times; at++) app.faults.next('POST /file/rename', conflictOf([held(at)]))
  releaseAll(app.service)
  const write = await rename(app)
  await dialog()
  return write
}
const unlockings = ({ requests }: Awaited<ReturnType<typeof open>>) =>
  sent(requests).filter((line) => line === 'DELETE /file/lock')

describe('L8 a holder that locks again at once', () => {
  it('is unlocked three times where the rest may be unlocked, with growing pauses, then one is asked', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await renameMeeting(6, app)
    await app.user.click(button('Unlock and retry'))
    const times: number[] = []
    app.faults.always(
      ({ method, path }) => {
        if (method === 'DELETE' && path === '/file/lock') times.push(performance.now())
        return false
      },
      { kind: 'drop' },
    )
    await app.user.click(await screen.findByRole('checkbox', { name: /found on the way/ }))
    await app.user.click(button('Unlock and retry'))
    await waitFor(() => expect(unlockings(app)).toHaveLength(4), { timeout: 20_000 })
    await waitFor(() => expect(button('Cancel')).not.toHaveAttribute('aria-disabled'), {
      timeout: 5_000,
    })
    await screen.findByRole('checkbox', { name: /found on the way/ })
    expect(unlockings(app)).toHaveLength(4)
    const [first = 0, second = 0, third = 0] = times
    expect(second - first).toBeGreaterThan(300)
    expect(third - second).toBeGreaterThan(second - first)
    await app.user.click(button('Unlock and retry'))
    await settled(write)
    expect(await namesAt(app, 'svc://my')).toEqual(['Post'])
  })

  it('is asked about each time without that', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await renameMeeting(5, app)
    for (let round = 1; round <= 5; round++) {
      await waitFor(() => expect(button('Unlock and retry')).not.toHaveAttribute('aria-busy'))
      await app.user.click(button('Unlock and retry'))
      await waitFor(() => expect(unlockings(app)).toHaveLength(round))
    }
    await settled(write)
    expect(await namesAt(app, 'svc://my')).toEqual(['Post'])
  })
})

describe('L8 tokens that are gone, and locks that come back', () => {
  it('counts what is already free as free', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    releaseAll(app.service)
    await app.user.click(button('Unlock and retry'))
    await settled(write)
    expect(await namesAt(app, 'svc://my')).toEqual(['Post'])
  })

  it('unlocks one by one when one of many is gone', async () => {
    const { seed, known } = lockedLetter(openedByLinAndUploading)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    app.service.seed.removeLocks(known.tokens.slice(0, 1))
    await app.user.click(button('Unlock and retry'))
    await settled(write)
    expect(write.error).toBeUndefined()
    expect(sent(app.requests).filter((line) => line === 'DELETE /file/lock')).toHaveLength(3)
  })

  it('keeps the dialog and its focus when the lock is taken again before the retry', async () => {
    const { seed, known } = lockedLetter(openedByLin)
    const app = await open({ seed })
    let renames = 0
    app.faults.next(
      ({ method, path }) => {
        if (method === 'POST' && path === '/file/rename' && ++renames === 2) {
          openedByLin(app, known.letter)
        }
        return false
      },
      { kind: 'drop' },
    )
    const write = await rename(app)
    await dialog()
    const unlock = button('Unlock and retry')
    await app.user.click(unlock)
    await waitFor(() =>
      expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription('1 is still locked.'),
    )
    expect(unlock).toHaveFocus()
    await waitFor(
      () =>
        expect(within(screen.getByRole('alertdialog')).getByRole('status')).toHaveTextContent(
          '1 is still locked.',
        ),
      { timeout: 4000 },
    )
    await app.user.keyboard('{Enter}')
    await settled(write)
    expect(await namesAt(app, 'svc://my')).toEqual(['Post'])
  })

  it('rule 9.1 an empty 500 to the unlocking is followed by the operation, not by unlocking again', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    // The public server has unlocked all the same.
    releaseAll(app.service)
    app.faults.next('DELETE /file/lock', { kind: 'status', status: 500 })
    await app.user.click(button('Unlock and retry'))
    await settled(write)
    expect(write.error).toBeUndefined()
    expect(sent(app.requests)).toEqual([
      'POST /file/rename',
      'DELETE /file/lock',
      'POST /file/rename',
    ])
  })

  it('rule 9.1 sends each token once, however often a job names it', async () => {
    const { seed, known } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const same = { path: 'svc://my/Letters', token: known.tokens[0], owner: {}, type: 1 }
    const bodies: string[] = []
    app.faults.next(
      ({ method, body }) => {
        if (method === 'DELETE') bodies.push(body)
        return false
      },
      { kind: 'drop' },
    )
    app.faults.next('DELETE /file', conflictOf([same, same, same]))
    const write = await trash(app, letter, ['Letters', 'notes.txt'])
    await dialog()
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    await app.user.click(button('Unlock and retry'))
    await settled(write)
    expect(bodies).toContain(JSON.stringify({ tokens: known.tokens }))
  })

  it('shows why unlocking failed and keeps the list', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    app.faults.next('DELETE /file/lock', { kind: 'drop' })
    const write = await rename(app)
    await dialog()
    await app.user.click(button('Unlock and retry'))
    const box = within(screen.getByRole('alertdialog'))
    expect(await box.findByRole('alert')).toHaveTextContent(/could not be unlocked/)
    expect(box.getByRole('listitem')).toHaveTextContent('letter.txt')
    await app.user.click(button('Unlock and retry'))
    await settled(write)
    expect(write.error).toBeUndefined()
  })
})
