import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { textEditorViewerId } from '#src/server/http/site.ts'
import type { EmbeddedService } from '#src/server/service.ts'
import { namesAt } from '../../../processes/service-api.ts'
import {
  viewer,
  lockedLetter,
  openedByLin,
  openedByLinAndUploading,
  open,
  rename,
  dialog,
  button,
  sent,
  settled,
  conflictOf,
} from './fixtures.tsx'

const lockCount = ({ seed }: EmbeddedService) => seed.lockTokens().length

describe('L1 what is locked, by whom, and what it stops', () => {
  it('names the operation, each item with its path, and what and who holds it', async () => {
    const { seed } = lockedLetter((backend, letterId) => {
      const { service, mei, lin } = backend
      const at = (name: string) => service.seed.addFile(mei, ['Letters', name])
      return [
        ...openedByLin(backend, letterId),
        service.seed.addLock({
          owner: mei,
          fileId: at('mounted.txt'),
          depth: 0,
          application: {
            type: 'dav',
            inner_xml: '<D:href>Tom &amp; <b>Jerry</b><script>alert(1)</script></D:href>',
          },
        }),
        service.seed.addLock({
          owner: mei,
          holder: mei,
          fileId: at('big.iso'),
          application: { type: 'upload' },
        }),
        service.seed.addLock({
          owner: mei,
          holder: lin,
          fileId: at('odd.bin'),
          application: { type: 'scan-station' },
        }),
      ]
    })
    const app = await open({ seed })
    await rename(app)
    const box = within(await dialog())
    expect(
      screen.getByRole('alertdialog', { name: /Can’t rename “.?Letters.?” yet/ }),
    ).toHaveAccessibleDescription('4 are locked.')
    const line = (name: string) => {
      const found = box.getAllByRole('listitem').find((each) => each.textContent.includes(name))
      if (!found) throw new Error(`no line for ${name}`)
      return found
    }
    expect(line('letter.txt')).toHaveTextContent(/letter\.txt.*Letters/)
    await waitFor(() => expect(line('letter.txt')).toHaveTextContent(/Collabora Online/))
    await waitFor(() => expect(line('letter.txt')).toHaveTextContent('Lin Okafor'))
    expect(line('mounted.txt')).toHaveTextContent(/Network drive.*Tom & Jerry alert\(1\)/)
    expect(line('mounted.txt').querySelector('script, b')).toBeNull()
    expect(line('big.iso')).toHaveTextContent(/Being uploaded.*by you/)
    expect(line('odd.bin')).toHaveTextContent(/Locked by “.?scan-station/)
  })
})

describe('L2 unlock and retry, as the owner', () => {
  it('unlocks in one click and does what was asked, in the state in which it was begun', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    expect(write.isSettled).toBe(false)
    await app.user.click(button('Unlock and retry'))
    await settled(write)
    expect(write.error).toBeUndefined()
    expect(await namesAt(app, 'svc://my')).toEqual(['Post'])
    expect(lockCount(app.service)).toBe(0)
    expect(sent(app.requests)).toEqual([
      'POST /file/rename',
      'DELETE /file/lock',
      'POST /file/rename',
    ])
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it.each([
    [
      'our own editor, which tells it',
      { type: 'viewer', viewer_id: textEditorViewerId },
      /^Unsaved changes of .?Lin Okafor.? may be lost. .?Lin Okafor.? will be told that it was unlocked\.$/,
    ],
    [
      'another app, which is not told',
      viewer,
      /^Unsaved changes of .?Lin Okafor.? may be lost. .?Lin Okafor.? will not be told\.$/,
    ],
    ['an unknown app', { type: 'scan-station' }, /^Unsaved changes may be lost\.$/],
  ])('says before what it costs %s', async (_, application, words) => {
    const { seed } = lockedLetter(({ service, mei, lin }, fileId) => [
      service.seed.addLock({ owner: mei, holder: lin, fileId, depth: 0, application }),
    ])
    const app = await open({ seed })
    await rename(app)
    const box = within(await dialog())
    expect(await box.findByText(words)).toBeVisible()
  })

  it('says of several holders what holds for each', async () => {
    const { seed } = lockedLetter(openedByLinAndUploading)
    const app = await open({ seed })
    await rename(app)
    const box = within(await dialog())
    expect(
      await box.findByText(/^Unsaved changes and uploads in progress may be lost\.$/),
    ).toBeVisible()
  })

  it('unlocks only the chosen entries and shows what is left', async () => {
    const { seed } = lockedLetter(openedByLinAndUploading)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    await app.user.click(screen.getByRole('checkbox', { name: /big\.iso/ }))
    await app.user.click(button('Unlock and retry'))
    await waitFor(() =>
      expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription('1 is still locked.'),
    )
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByRole('listitem')).toHaveTextContent('big.iso')
    expect(lockCount(app.service)).toBe(1)
    await app.user.click(button('Cancel'))
    await settled(write)
  })

  it('offers to choose all of four at once, and says how many that are', async () => {
    const { seed } = lockedLetter(({ service, mei }) =>
      ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((name) =>
        service.seed.addLock({
          owner: mei,
          fileId: service.seed.addFile(mei, ['Letters', name]),
          application: { type: 'dav' },
        }),
      ),
    )
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    const all = screen.getByRole('checkbox', { name: 'Unlock 4' })
    expect(all).toBeChecked()
    await app.user.click(screen.getByRole('checkbox', { name: /b\.txt/ }))
    expect(all).toBePartiallyChecked()
    await app.user.click(all)
    expect(screen.getByRole('checkbox', { name: /b\.txt/ })).toBeChecked()
    await app.user.click(button('Unlock and retry'))
    await settled(write)
    expect(lockCount(app.service)).toBe(0)
  })

  it('offers to try again, and sends no unlocking, when nothing is chosen', async () => {
    const { seed } = lockedLetter(openedByLinAndUploading)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    for (const checkbox of screen.getAllByRole('checkbox')) await app.user.click(checkbox)
    await app.user.click(button('Retry'))
    await waitFor(() => expect(sent(app.requests)).toHaveLength(2))
    expect(sent(app.requests)).not.toContain('DELETE /file/lock')
    await app.user.click(button('Cancel'))
    await settled(write)
  })
})

describe('L3 not the owner', () => {
  it('speaks of several where several are locked', async () => {
    const { seed } = lockedLetter()
    const conflicts = ['a.txt', 'b.txt'].map((name) => {
      return { path: `svc://x@share/${name}`, owner: { application: viewer }, type: 0 }
    })
    const app = await open({
      seed,
      faults: (faults) => faults.next('POST /file/rename', conflictOf(conflicts)),
    })
    const write = await rename(app)
    expect(await dialog()).toHaveAccessibleDescription(/Only the owner can unlock them/)
    await app.user.click(button('Cancel'))
    await settled(write)
  })

  it('says it plainly and leaves no dead button', async () => {
    const { seed } = lockedLetter()
    const app = await open({
      seed,
      faults: (faults) =>
        faults.next(
          'POST /file/rename',
          conflictOf([{ path: 'svc://x@share/a.txt', owner: { application: viewer }, type: 0 }]),
        ),
    })
    const write = await rename(app)
    const box = within(await dialog())
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
      /Only the owner can unlock it/,
    )
    expect(box.queryByRole('button', { name: 'Unlock and retry' })).not.toBeInTheDocument()
    expect(box.queryByRole('checkbox')).not.toBeInTheDocument()
    for (const name of ['Cancel', 'Wait', 'Retry']) expect(button(name)).toBeEnabled()
    await app.user.click(button('Retry'))
    await settled(write)
    expect(await namesAt(app, 'svc://my')).toEqual(['Post'])
  })

  it('unlocks mine in a mixed list, and shows what somebody else still holds', async () => {
    const { seed, known } = lockedLetter(openedByLin)
    const theirs = { path: 'svc://x@share/theirs.txt', owner: { application: viewer }, type: 0 }
    const app = await open({ seed })
    app.faults.next(
      'POST /file/rename',
      conflictOf([
        { path: 'svc://my/Letters/letter.txt', token: known.tokens[0], owner: {}, type: 0 },
        theirs,
      ]),
    )
    app.faults.next('POST /file/rename', conflictOf([theirs]))
    const write = await rename(app)
    await dialog()
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
    await app.user.click(button('Unlock and retry'))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.getByRole('listitem')).toHaveTextContent('theirs.txt')
    expect(lockCount(app.service)).toBe(0)
    await app.user.click(button('Retry'))
    await settled(write)
    expect(write.error).toBeUndefined()
  })
})

describe('L10 by keyboard', () => {
  it('begins on the safe choice, gives up on Escape and puts focus back', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const before = screen.getByRole('link', { name: /Shares/ })
    before.focus()
    const write = await rename(app)
    await dialog()
    expect(button('Cancel')).toHaveFocus()
    await app.user.keyboard('{Escape}')
    await settled(write)
    expect(write.error).toBeInstanceOf(LockCancelledError)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(before).toHaveFocus()
    expect(await screen.findByText(/Letters.* was not renamed/)).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('takes at most six keys from the conflict to done', async () => {
    const { seed } = lockedLetter(openedByLin)
    const app = await open({ seed })
    const write = await rename(app)
    await dialog()
    let keys = 0
    while (document.activeElement !== button('Unlock and retry')) {
      await app.user.keyboard('{Tab}')
      keys++
      expect(keys).toBeLessThan(6)
    }
    await app.user.keyboard('{Enter}')
    await settled(write)
    expect(await namesAt(app, 'svc://my')).toEqual(['Post'])
  })
})

describe('a rename whose answer is lost', () => {
  it('is looked up, not repeated', async () => {
    const { seed } = lockedLetter()
    const app = await open({ seed })
    app.faults.next('POST /file/rename', { kind: 'lost' })
    const write = await rename(app)
    await settled(write)
    expect(write.error).toBeUndefined()
    expect(sent(app.requests)).toEqual(['POST /file/rename'])
  })

  it('that never arrived is a failure, and nothing was renamed', async () => {
    const { seed } = lockedLetter()
    const app = await open({ seed })
    app.faults.next('POST /file/rename', { kind: 'drop' })
    const write = await rename(app)
    await settled(write)
    expect(write.error).toMatchObject({ reason: 'network' })
    expect(await namesAt(app, 'svc://my')).toEqual(['Letters'])
  })
})
