import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Backend } from '../../../dom/harness.tsx'
import { callService, namesAt } from '../../../processes/service-api.ts'
import { atWork, row, seedWork, sent, writeElsewhere } from './fixtures.tsx'

function lockLetter(backend: Backend): void {
  seedWork(backend)
  backend.service.seed.addLock({
    owner: backend.mei,
    path: ['Work', 'letter.txt'],
    application: { type: 'dav', inner_xml: 'lins-mac' },
  })
}

const field = () => screen.findByRole('textbox', { name: /^New name of/ })

describe('a rename that meets a lock', () => {
  it('F5 that meets a lock goes on in the same field after unlocking', async () => {
    const { user } = await atWork({ seed: lockLetter })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(await field()).toHaveValue('note.txt')
    await user.click(dialog.getByRole('button', { name: 'Unlock and retry' }))
    const renamed = await row('note.txt')
    await waitFor(() => expect(renamed).toHaveFocus())
  })
  it('L12 that is given up at a lock keeps what was typed, to be tried again with Enter only', async () => {
    const { user, service, requests } = await atWork({ seed: lockLetter })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}')
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(/letter\.txt.* was not renamed/)).toBeVisible()
    expect(await field()).toHaveValue('note.txt')
    await waitFor(async () => expect(await field()).toHaveFocus())
    const before = sent(requests, 'POST', '/file/rename').length
    await user.click(screen.getByRole('searchbox'))
    expect(await field()).toHaveValue('note.txt')
    expect(sent(requests, 'POST', '/file/rename')).toHaveLength(before)
    service.seed.removeLocks(service.seed.lockTokens())
    await user.clear(await field())
    await user.keyboard('memo.txt{Enter}')
    expect(await row('memo.txt')).toBeVisible()
    expect(screen.queryByText(/was not renamed/)).toBeNull()
  })
  it('L5 that waits shows the new name with a clock in its row', async () => {
    const { user, service } = await atWork({ seed: lockLetter })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}')
    await screen.findByRole('alertdialog')
    await user.click(screen.getByRole('button', { name: 'Wait' }))
    const waiting = within(await row('letter.txt'))
    expect(await waiting.findByRole('img', { name: 'Renamed once it is unlocked' })).toBeVisible()
    expect(await row('letter.txt')).toHaveTextContent('note.txt')
    expect(screen.queryByRole('textbox', { name: /^New name of/ })).toBeNull()
    service.seed.removeLocks(service.seed.lockTokens())
    const tray = within(screen.getByRole('region', { name: 'Waiting for locked items' }))
    await user.click(tray.getByRole('button', { name: 'Retry' }))
    expect(await row('note.txt')).toBeVisible()
    expect(screen.queryByRole('img', { name: 'Renamed once it is unlocked' })).toBeNull()
  })
  describe('and waits', () => {
    async function waitForLock() {
      const app = await atWork({ seed: lockLetter })
      ;(await row('letter.txt')).focus()
      await app.user.keyboard('{F2}note{Enter}')
      await screen.findByRole('alertdialog')
      await app.user.click(screen.getByRole('button', { name: 'Wait' }))
      await clock()
      const tray = within(screen.getByRole('region', { name: 'Waiting for locked items' }))
      const tryAgain = () => {
        app.service.seed.removeLocks(app.service.seed.lockTokens())
        return app.user.click(tray.getByRole('button', { name: 'Retry' }))
      }
      return { ...app, tryAgain }
    }
    const clock = async () =>
      within(await row('letter.txt')).findByRole('img', { name: 'Renamed once it is unlocked' })

    it('L5 keeps its new name and its clock while another item is renamed', async () => {
      const { user, tryAgain } = await waitForLock()
      ;(await row('scan.pdf')).focus()
      await user.keyboard('{F2}')
      expect(await field()).toHaveValue('scan.pdf')
      expect(await clock()).toBeVisible()
      expect(await row('letter.txt')).toHaveTextContent('note.txt')
      await user.keyboard('{Escape}')
      // It is on its way: there is nothing to type yet.
      ;(await row('letter.txt')).focus()
      await user.keyboard('{F2}')
      expect(screen.queryByRole('textbox', { name: /^New name of/ })).toBeNull()
      await tryAgain()
      expect(await row('note.txt')).toBeVisible()
      expect(screen.queryByRole('img', { name: 'Renamed once it is unlocked' })).toBeNull()
    })
    it('L5 keeps them while its lock is asked about again', async () => {
      const { user } = await waitForLock()
      // Its field has gone.
      ;(await row('scan.pdf')).focus()
      await user.keyboard('{F2}{Escape}')
      const tray = within(screen.getByRole('region', { name: 'Waiting for locked items' }))
      await user.click(tray.getByRole('button', { name: 'Show' }))
      const dialog = within(await screen.findByRole('alertdialog'))
      const letter = () => screen.getByRole('row', { name: 'letter.txt', hidden: true })
      expect(letter()).toHaveTextContent('note.txt')
      await user.click(dialog.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(letter()).not.toHaveTextContent('note.txt'))
    })
    it('F5 is still marked as shared afterwards when a link to it was created meanwhile', async () => {
      const { tryAgain, ...app } = await waitForLock()
      await writeElsewhere(app, 'PUT', '/share', { uri: 'svc://my/Work/letter.txt' })
      const readings = () => sent(app.requests, 'GET', '/file').length
      const before = readings()
      await app.user.keyboard('r')
      await waitFor(() => expect(readings()).toBeGreaterThan(before))
      await tryAgain()
      const renamed = within(await row('note.txt'))
      expect(await renamed.findByRole('img', { name: 'Shared' })).toBeVisible()
    })
    it('L5 keeps them while another folder is open', async () => {
      const { user, tryAgain } = await waitForLock()
      await user.click(screen.getByRole('link', { name: 'Trash' }))
      await screen.findByText('Trash is empty')
      await user.click(screen.getByRole('link', { name: 'Files' }))
      await user.dblClick(await row('Work'))
      expect(await clock()).toBeVisible()
      expect(await row('letter.txt')).toHaveTextContent('note.txt')
      await tryAgain()
      expect(await row('note.txt')).toBeVisible()
    })
    const cancelInTray = async (user: Awaited<ReturnType<typeof waitForLock>>['user']) => {
      const waiting = within(screen.getByRole('region', { name: 'Waiting for locked items' }))
      await user.click(waiting.getByRole('button', { name: 'Cancel' }))
      return screen.findByRole('button', { name: 'Rename to ⁨note.txt⁩' })
    }
    it('L12 offers the typed name again when it is given up after its field has gone', async () => {
      const { user, service } = await waitForLock()
      ;(await row('scan.pdf')).focus()
      await user.keyboard('{F2}{Escape}')
      await user.click(await cancelInTray(user))
      expect(await field()).toHaveValue('note.txt')
      expect(await field()).toHaveFocus()
      expect(screen.queryByRole('button', { name: 'Rename to ⁨note.txt⁩' })).toBeNull()
      service.seed.removeLocks(service.seed.lockTokens())
      await user.keyboard('{Enter}')
      expect(await row('note.txt')).toBeVisible()
    })
    it('L12 offers it on any page, and opens the field in its folder once', async () => {
      const { user } = await waitForLock()
      await user.click(screen.getByRole('link', { name: 'Trash' }))
      await screen.findByText('Trash is empty')
      await user.click(await cancelInTray(user))
      expect(await field()).toHaveValue('note.txt')
      await user.keyboard('{Escape}')
      expect(await row('letter.txt')).toHaveFocus()
      await user.keyboard('{F2}')
      expect(await field()).toHaveValue('letter.txt')
    })
    it('F5 says so when it fails after its field has gone', async () => {
      const { user, service, mei, tryAgain } = await waitForLock()
      ;(await row('scan.pdf')).focus()
      await user.keyboard('{F2}{Escape}')
      service.seed.addFile(mei, ['Work', 'note.txt'])
      await tryAgain()
      expect(await screen.findByText(/letter\.txt.* was not renamed/)).toBeVisible()
      expect(screen.getByRole('alert')).toHaveTextContent('This name is taken.')
      expect(await row('letter.txt')).not.toHaveTextContent('note.txt')
    })
  })
  it('F5 a new folder that waited is not made in another folder that has the address by then', async () => {
    const { user, service, mei, ...app } = await atWork({
      seed: (backend) => {
        seedWork(backend)
        const application = { type: 'dav' }
        backend.service.seed.addLock({ owner: backend.mei, path: ['Work'], application })
      },
    })
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.keyboard('Plans{Enter}')
    await screen.findByRole('alertdialog')
    await user.click(screen.getByRole('button', { name: 'Wait' }))
    const { seed } = service
    seed.renameFile(seed.findFile(mei, ['Work']) ?? '', 'Elsewhere')
    seed.addFolder(mei, ['Work'])
    seed.removeLocks(seed.lockTokens())
    const tray = within(screen.getByRole('region', { name: 'Waiting for locked items' }))
    await user.click(tray.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/folder/)
    expect(await namesAt({ service, mei, ...app }, 'svc://my/Work')).toEqual([])
  })
  it('F5 whose item somebody else has renamed meanwhile says so, and ends with the list as it is', async () => {
    const { user, service, mei } = await atWork({ seed: lockLetter })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}')
    const dialog = within(await screen.findByRole('alertdialog'))
    service.seed.removeLocks(service.seed.lockTokens())
    const id = service.seed.findFile(mei, ['Work', 'letter.txt'])
    await callService(service, 'POST', '/file/rename', {
      as: mei,
      body: { uri: 'svc://my/Work/letter.txt', new_name: 'memo.txt' },
    })
    expect(service.seed.findFile(mei, ['Work', 'memo.txt'])).toBe(id)
    await user.click(dialog.getByRole('button', { name: 'Unlock and retry' }))
    expect(
      await screen.findByText('It was moved, renamed or deleted in the meantime.'),
    ).toBeVisible()
    expect(await field()).toHaveValue('note.txt')
    await user.click(await field())
    await user.keyboard('{Escape}')
    expect(await row('memo.txt')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('row', { name: 'letter.txt' })).toBeNull())
  })
  it('F5 that waited and was given up keeps what was typed until Escape', async () => {
    const { user } = await atWork({ seed: lockLetter })
    ;(await row('letter.txt')).focus()
    await user.keyboard('{F2}note{Enter}')
    await screen.findByRole('alertdialog')
    await user.click(screen.getByRole('button', { name: 'Wait' }))
    const tray = within(screen.getByRole('region', { name: 'Waiting for locked items' }))
    await user.click(tray.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(/letter\.txt.* was not renamed/)).toBeVisible()
    expect(await field()).toHaveValue('note.txt')
    await user.click(await field())
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('textbox', { name: /^New name of/ })).toBeNull()
    expect(await row('letter.txt')).toBeVisible()
  })
})
