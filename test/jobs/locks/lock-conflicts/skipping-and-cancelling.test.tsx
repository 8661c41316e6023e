import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { LockConflictResolver } from '#src/jobs/locks/lock-conflict-resolver.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { namesAt } from '../../../processes/service-api.ts'
import {
  letter,
  track,
  lockedLetter,
  openedByLin,
  openedByLinAndUploading,
  open,
  rename,
  trash,
  dialog,
  button,
  sent,
  settled,
  conflictOf,
} from './fixtures.tsx'

describe('L4 skipping in a job', () => {
  it('finishes the rest and lists what is locked', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await trash(app, letter, ['Letters', 'notes.txt'])
    await dialog()
    expect(
      screen.getByRole('alertdialog', { name: /Can’t delete .*letter\.txt.* yet/ }),
    ).toBeVisible()
    await app.user.click(button('Skip locked'))
    await settled(write)
    expect(write.value?.done.map(({ name }) => name)).toEqual(['notes.txt'])
    expect(write.value?.locked.map(({ name }) => name)).toEqual(['letter.txt'])
    expect(await screen.findByText('1 of 2 items moved to the trash. 1 was skipped.')).toBeVisible()
  })

  it('L12 says how far it is, and what Skip and Cancel do', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    await trash(app, letter, ['Letters', 'notes.txt'])
    expect(await dialog()).toHaveAccessibleDescription(
      '1 of 2 items moved to the trash. 1 is locked.',
    )
    expect(
      screen.getByText(
        'Skip leaves it as it is, and that settles it. Cancel stops here: you can retry it later.',
      ),
    ).toBeVisible()
  })

  it('L12 counts what is locked in the one folder that is to be deleted, as its rows do', async () => {
    const { seed } = lockedLetter(openedByLinAndUploading)
    const app = await open({ seed })
    await trash(app, ['Letters'])
    expect(await dialog()).toHaveAccessibleDescription('2 are locked.')
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })

  it.each([
    ['Skip locked', 'Skipping locked items'],
    ['Unlock and retry', 'Unlocking and retrying'],
  ])('G7 after %s a status line says “%s”, until it is over', async (name, words) => {
    await open()
    const resolver = new LockConflictResolver(
      { kind: 'trash', name: 'letter.txt', count: 2 },
      { canSkip: true },
    )
    const conflict = { path: 'svc://my/letter.txt', token: 'x', owner: {}, type: 0 }
    const write = track(resolver.resolveConflict([{ conflict }]))
    const box = within(await dialog())
    fireEvent.click(button(name))
    await settled(write)
    // Status lines are spoken at most every two seconds.
    expect(await box.findByText(words, {}, { timeout: 10_000 })).toHaveAttribute('role', 'status')
    act(() => resolver.close(true))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })

  it('G7 gives the focus to the page when what was done is taken back by keys', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    await trash(app, letter, ['Letters', 'notes.txt'])
    await dialog()
    button('Skip locked').focus()
    await app.user.keyboard('{Enter}')
    ;(await screen.findByRole('button', { name: /^Undo: / })).focus()
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText(/1 was skipped/)).toBeNull())
    await waitFor(() =>
      expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement),
    )
  })

  it('sends one by one when the conflict names nothing that was asked for', async () => {
    const { seed } = lockedLetter()
    const app = await open({ seed })
    app.faults.next('DELETE /file', conflictOf([{ token: 'x', owner: {}, type: 0 }]))
    const write = await trash(app, letter, ['Letters', 'notes.txt'])
    await settled(write)
    expect(write.value?.done).toHaveLength(2)
    expect(sent(app.requests)).toEqual(['DELETE /file', 'DELETE /file', 'DELETE /file'])
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('asks once for all that is locked, and the dialog says what turned up after unlocking', async () => {
    const { seed } = lockedLetter(openedByLinAndUploading)
    const app = await open({ seed })
    const write = await trash(app, letter, ['Letters', 'notes.txt'], ['Letters', 'big.iso'])
    await dialog()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    await app.user.click(button('Unlock and retry'))
    await settled(write)
    expect(write.value?.done).toHaveLength(3)
  })
})

describe('G5 cancelling a job at a lock', () => {
  it('of which nothing was done is no failure: it says what was not done', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await trash(app, letter)
    await dialog()
    await app.user.click(button('Cancel'))
    await settled(write)
    expect(await screen.findByText(/letter\.txt.* was not moved to the trash\./)).toBeVisible()
    expect(screen.queryByText(/0 of 1/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Show details…' })).toBeNull()
  })

  it('of several of which nothing was done offers to retry them, as the dialog has said', async () => {
    const { seed } = lockedLetter(openedByLinAndUploading)
    const app = await open({ seed })
    await trash(app, letter, ['Letters', 'big.iso'])
    await dialog()
    await app.user.click(button('Cancel'))
    expect(await screen.findByText('0 of 2 items moved to the trash. 2 are locked.')).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Show details…' }))
    app.service.seed.removeLocks(app.service.seed.lockTokens())
    await app.user.click(await screen.findByRole('button', { name: 'Retry 2' }))
    await waitFor(async () => expect(await namesAt(app, 'svc://my/Letters')).toEqual(['notes.txt']))
  })

  it('of which a part was done says what became of both', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    await trash(app, letter, ['Letters', 'notes.txt'])
    await dialog()
    await app.user.click(button('Cancel'))
    expect(await screen.findByText('1 of 2 items moved to the trash. 1 is locked.')).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Show details…' }))
    const line = await screen.findByRole('listitem')
    await waitFor(() => expect(line).toHaveTextContent(/letter\.txt.*Collabora Online.*Letters/))
    expect(line).toHaveTextContent('Lin Okafor')
    app.service.seed.removeLocks(app.service.seed.lockTokens())
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(async () => expect(await namesAt(app, 'svc://my/Letters')).toEqual([]))
  })
})

describe('L1 the result of a job that met several locks', () => {
  it('says of each item what holds that one', async () => {
    const { seed } = lockedLetter(openedByLinAndUploading)
    const app = await open({ seed })
    await trash(app, letter, ['Letters', 'big.iso'], ['Letters', 'notes.txt'])
    await dialog()
    await app.user.click(button('Skip locked'))
    await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
    const [one, other] = await screen.findAllByRole('listitem')
    await waitFor(() => expect(one).toHaveTextContent(/letter\.txt.*Collabora Online/))
    expect(other).toHaveTextContent(/big\.iso.*Being uploaded/)
  })

  it('F2 can be taken back from there, where the message with its Undo is gone', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const before = await namesAt(app, 'svc://my/Letters')
    await trash(app, letter, ['Letters', 'notes.txt'])
    await dialog()
    await app.user.click(button('Skip locked'))
    await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
    const result = within(await screen.findByRole('dialog'))
    await app.user.click(result.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/notes\.txt.* restored/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await namesAt(app, 'svc://my/Letters')).toEqual(before)
  })
})

describe('G5 cancelling while it is being unlocked', () => {
  /** The lock is released when `proceed` is called. */
  const openWithSlowUnlocking = async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    let proceed = () => {}
    const until = new Promise<void>((resolve) => (proceed = resolve))
    app.faults.next('DELETE /file/lock', { kind: 'hold', until })
    return { app, proceed }
  }

  it('does not do it all the same, and says that it is unlocked', async () => {
    const { app, proceed } = await openWithSlowUnlocking()
    const write = await rename(app)
    await dialog()
    await app.user.click(button('Unlock and retry'))
    await app.user.click(button('Cancel'))
    proceed()
    await settled(write)
    expect(write.error).toBeInstanceOf(LockCancelledError)
    expect(sent(app.requests)).toEqual(['POST /file/rename', 'DELETE /file/lock'])
    expect(
      await screen.findByText(/Letters.* was not renamed\. What you unlocked stays unlocked\.$/),
    ).toBeVisible()
  })

  it('leaves the item of a job, and says that it is unlocked', async () => {
    const { app, proceed } = await openWithSlowUnlocking()
    const write = await trash(app, letter)
    await dialog()
    await app.user.click(button('Unlock and retry'))
    await app.user.click(button('Cancel'))
    proceed()
    await settled(write)
    expect(await namesAt(app, 'svc://my/Letters')).toEqual(['letter.txt', 'notes.txt'])
    expect(write.value).toMatchObject({ done: [], locked: [], left: [{ name: 'letter.txt' }] })
    expect(
      await screen.findByText(/letter\.txt.* trash\. What you unlocked stays unlocked\.$/),
    ).toBeVisible()
  })

  it('does not call locked what is left of a job, and says that it is unlocked', async () => {
    const { app, proceed } = await openWithSlowUnlocking()
    const write = await trash(app, letter, ['Letters', 'notes.txt'])
    await dialog()
    await app.user.click(button('Unlock and retry'))
    await app.user.click(button('Cancel'))
    proceed()
    await settled(write)
    expect(await namesAt(app, 'svc://my/Letters')).toEqual(['letter.txt'])
    expect(
      await screen.findByText(
        '1 of 2 items moved to the trash. 1 was not attempted. What you unlocked stays unlocked.',
      ),
    ).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Show details…' }))
    await app.user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('2 items moved to the trash')).toBeVisible()
  })
})
