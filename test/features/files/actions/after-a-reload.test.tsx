import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../dom/name-clashes.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { atWork, row, rowsShown, seedWork, sent, sizesAt } from './fixtures.tsx'

type App = Awaited<ReturnType<typeof atWork>>

/**
 * Sends scan.pdf to Archive, which has one of its own, and reloads once a request to `path` got stuck; `at` opens another
 * page then.
 */
async function reloadDuring(
  path: string,
  verb: 'Move' | 'Copy',
  choice: 'Keep both' | 'Replace',
  at?: string,
): Promise<{ app: App; user: App['user'] }> {
  const app = await atWork({
    seed: (backend) => {
      seedWork(backend)
      backend.service.seed.addFile(backend.mei, ['Archive', 'scan.pdf'], { size: 1 })
    },
  })
  const { user } = app
  await user.click(await screen.findByRole('checkbox', { name: 'Select scan.pdf' }))
  await user.click(screen.getByRole('button', { name: `${verb}…` }))
  const picker = within(await screen.findByRole('dialog', { name: new RegExp(`^${verb}`) }))
  await user.keyboard('{Backspace}')
  await user.click(await picker.findByRole('option', { name: 'Archive' }))
  await user.click(await screen.findByRole('button', { name: `${verb} to Archive` }))
  const question = await screen.findByRole('dialog', { name: /^1 name is taken/ })
  app.faults.always(`POST ${path}`, { kind: 'stall' })
  await decide(user, question, choice)
  await waitFor(() => expect(sent(app.requests, 'POST', path)).toHaveLength(1))
  const page = await app.reload(async () => {
    if (at !== undefined) window.history.replaceState(null, '', at)
  })
  return { app, user: page.user }
}

const resume = () => screen.findByRole('button', { name: 'Check and resume' })
const forget = () => screen.findByRole('button', { name: 'Don’t resume' })

describe('F2 a move that a reload interrupted', () => {
  it('brings back what it has replaced when it is taken back', async () => {
    const { app, user } = await reloadDuring('/file/move', 'Move', 'Replace')
    expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old'])
    await user.click(await resume())
    await screen.findByText(/scan\.pdf.* moved to/)
    await user.click(screen.getByRole('button', { name: /^Undo: / }))
    await waitFor(async () =>
      expect(await sizesAt(app, 'svc://my/Archive')).toEqual([
        ['Old', 0],
        ['scan.pdf', 1],
      ]),
    )
    expect(await namesAt(app, 'svc://my/Work')).toContain('scan.pdf')
  })

  it('brings back what it was to replace when it is not continued', async () => {
    const { app, user } = await reloadDuring('/file/move', 'Move', 'Replace')
    await user.click(await forget())
    await waitFor(async () =>
      expect(await sizesAt(app, 'svc://my/Archive')).toEqual([
        ['Old', 0],
        ['scan.pdf', 1],
      ]),
    )
    expect(await namesAt(app, 'svc://trash')).toEqual([])
  })

  it('stays offered while nobody answers what brings the file back', async () => {
    const { app, user } = await reloadDuring('/file/move', 'Move', 'Replace')
    app.faults.always('POST /file/restore', { kind: 'drop' })
    await user.click(await forget())
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/restore')).toHaveLength(1))
    app.faults.clear()
    await user.click(await forget())
    await waitFor(async () =>
      expect(await sizesAt(app, 'svc://my/Archive')).toEqual([
        ['Old', 0],
        ['scan.pdf', 1],
      ]),
    )
  })

  it('gives an item its name back when it is not continued', async () => {
    const { app, user } = await reloadDuring('/file/move', 'Move', 'Keep both')
    expect(await namesAt(app, 'svc://my/Work')).toContain('scan (2).pdf')
    await user.click(await forget())
    await waitFor(async () => expect(await namesAt(app, 'svc://my/Work')).toContain('scan.pdf'))
    expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old', 'scan.pdf'])
  })

  it('shows in a search what is put right when it is not continued', async () => {
    const { user } = await reloadDuring('/file/move', 'Move', 'Keep both', '/files?q=scan')
    await row('scan (2).pdf')
    await user.click(await forget())
    await waitFor(() => expect(rowsShown()).toEqual(['scan.pdf', 'scan.pdf']))
  })
})

describe('F2 a copy that a reload interrupted', () => {
  it('goes on under the name that was chosen for it', async () => {
    const { app, user } = await reloadDuring('/file/rename', 'Copy', 'Keep both')
    await user.click(await resume())
    await screen.findByText(/scan\.pdf.* copied to/)
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old', 'scan (2).pdf', 'scan.pdf']),
    )
  })

  it('leaves nothing behind when it is not continued', async () => {
    const { app, user } = await reloadDuring('/file/rename', 'Copy', 'Keep both')
    expect(await namesAt(app, 'svc://my/Archive')).toHaveLength(3)
    const used = async () =>
      Number((await screen.findByRole('meter')).getAttribute('aria-valuenow'))
    expect(await used()).toBe(131_013)
    await user.click(await forget())
    await waitFor(async () => expect(await used()).toBe(67_013))
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Archive')).toEqual(['Old', 'scan.pdf']),
    )
  })
})
