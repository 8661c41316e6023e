import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { here, type RenderOptions } from '../../dom/harness.tsx'
import { callService } from '../../processes/service-api.ts'
import {
  bytesOf,
  open,
  compareAnd,
  field,
  unlockAll,
  write,
  becomeVisible,
  save,
} from './fixtures.tsx'

describe('a lock that is taken away', () => {
  async function lose(options: RenderOptions = {}) {
    const app = await open(options)
    await write(app, 'So. ')
    unlockAll(app.service)
    await becomeVisible()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This file was unlocked. What you typed is kept.',
    )
    return app
  }

  it('is told at once, keeps what was typed, and can be taken again', async () => {
    const { user, stored } = await lose()
    expect((await field()).value).toContain('So. ')
    await user.click(screen.getByRole('button', { name: 'Lock again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
    await waitFor(async () => expect(await field()).toHaveFocus())
    await save(user)
    await screen.findByText('Saved')
    expect(await stored()).toContain('So. ')
  })

  it('is noticed within seconds by itself, while one looks at the page', async () => {
    const app = await open()
    const { service } = app
    await write(app, 'So. ')
    unlockAll(service)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      // The next look was planned before the clock was ours.
      await becomeVisible()
      expect(await screen.findByRole('alert')).toHaveTextContent('This file was unlocked.')
      fireEvent.click(screen.getByRole('button', { name: 'Lock again' }))
      await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
      unlockAll(service)
      act(() => void vi.advanceTimersByTime(3_000))
      expect(await screen.findByRole('alert')).toHaveTextContent('This file was unlocked.')
    } finally {
      vi.useRealTimers()
    }
  })

  it('is noticed at once when one comes back to the window', async () => {
    const app = await open()
    await write(app, 'So. ')
    unlockAll(app.service)
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(await screen.findByRole('alert')).toHaveTextContent('This file was unlocked.')
    expect(screen.queryByText('Only you can edit while this is open')).toBeNull()
  })

  it('says of a lock that was not taken again what the line of the lock says', async () => {
    const app = await lose()
    const { service, mei, lin } = app
    service.seed.addLock({
      owner: mei,
      holder: lin,
      path: ['Letters', 'letter.txt'],
      application: { type: 'dav' },
    })
    await app.user.click(screen.getByRole('button', { name: 'Lock again' }))
    const dialog = await screen.findByRole('alertdialog')
    await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(/letter\.txt.* was not locked for you\./)).toBeVisible()
    expect(screen.getByText('Not locked for you')).toBeVisible()
  })

  it('says who has it now when another lock is in its place, and can be taken again after that', async () => {
    const app = await open()
    await write(app, 'So. ')
    const { service, mei, lin, user } = app
    unlockAll(service)
    service.seed.addLock({
      owner: mei,
      holder: lin,
      path: ['Letters', 'letter.txt'],
      application: { type: 'dav' },
    })
    await becomeVisible()
    expect(await screen.findByText(/Lin Okafor/)).toBeVisible()
    expect(screen.queryByText(/This file was unlocked/)).toBeNull()
    expect(screen.queryByText('Only you can edit while this is open')).toBeNull()
    await user.type(await field(), 'On. ')
    await save(user)
    expect(screen.queryByText(/This file was unlocked/)).toBeNull()
    app.faults.next(({ path }) => path.startsWith('/file/wopi/'), { kind: 'drop' })
    await user.click(screen.getByRole('button', { name: 'Unlock…' }))
    expect(await screen.findByText(/could not be reached/)).toBeVisible()
    unlockAll(service)
    await user.click(screen.getByRole('button', { name: 'Unlock…' }))
    await screen.findByText('Only you can edit while this is open')
    expect((await field()).value).toContain('On. ')
  })

  it('is noticed by a save too, which writes nothing', async () => {
    const app = await open()
    const { user, service, stored } = app
    await write(app, 'So. ')
    unlockAll(service)
    await save(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('This file was unlocked.')
    expect(screen.getByText('Unsaved changes')).toBeVisible()
    expect(await stored()).toBe('Dear Lin,')
  })

  it('lets one save a copy beside it under the next free name', async () => {
    const { user, service, mei, stored } = await lose()
    service.seed.addFile(mei, ['Letters', 'letter (2).txt'], { contents: bytesOf('another') })
    await user.click(screen.getByRole('button', { name: 'Save as a copy' }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('letter%20(3).txt'))
    const copy = await field('letter \\(3\\).txt')
    expect(copy.value).toContain('So. ')
    // Who goes on typing does so where they were.
    await waitFor(() => expect(copy.selectionStart).toBe(copy.value.length))
    expect(screen.queryByText(/You typed something/)).not.toBeInTheDocument()
    expect(await stored()).toBe('Dear Lin,')
  })

  it('does not write over what somebody else saved meanwhile', async () => {
    const { user, service, mei, stored } = await lose()
    await callService(service, 'PUT', '/file/content?uri=svc://my/Letters/letter.txt', {
      as: mei,
      body: 'Their text',
    })
    await user.click(screen.getByRole('button', { name: 'Lock again' }))
    expect(await screen.findByText(/was changed elsewhere/)).toBeVisible()
    await save(user)
    expect(await stored()).toBe('Their text')
    await compareAnd(user, 'Overwrite')
    await screen.findByText('Saved')
    await waitFor(async () => expect(await field()).toHaveFocus())
    expect(await stored()).toContain('So. ')
  })

  it('keeps what one begins to type while it is locked again and read', async () => {
    const app = await open()
    const { user, service, mei, faults } = app
    await write(app, 'So. ')
    await save(user)
    await screen.findByText('Saved')
    unlockAll(service)
    await becomeVisible()
    await screen.findByRole('alert')
    await callService(service, 'PUT', '/file/content?uri=svc://my/Letters/letter.txt', {
      as: mei,
      body: 'Their text',
    })
    let go = () => {}
    const until = new Promise<void>((resolve) => (go = resolve))
    const isReading = ({ method, path }: { method: string; path: string }) =>
      method === 'GET' && path.endsWith('/contents')
    faults.next(isReading, { kind: 'hold', until })
    const { length } = app.requests.filter(isReading)
    await user.click(screen.getByRole('button', { name: 'Lock again' }))
    await waitFor(() => expect(app.requests.filter(isReading)).toHaveLength(length + 1))
    await user.type(await field(), 'And. ')
    go()
    expect(await screen.findByText(/was changed elsewhere/)).toBeVisible()
    expect((await field()).value).toContain('And. ')
  })

  const keepsNoVersions: RenderOptions['faults'] = (faults) =>
    faults.always('GET /user/setting', {
      kind: 'json',
      body: { code: 0, msg: '', data: { version_retention_enabled: false } },
    })
  const withoutSetting: RenderOptions['faults'] = (faults) =>
    faults.always('GET /user/setting', { kind: 'json', body: { code: 404, msg: 'Not found' } })

  it.each([
    ['is lost', keepsNoVersions, 'The content that is stored now is lost'],
    ['may be lost', withoutSetting, 'The content that is stored now may be lost'],
  ])('asks before what is stored %s, and offers a copy first', async (_, faults, words) => {
    const { user, service, mei, stored } = await lose({ faults })
    await callService(service, 'PUT', '/file/content?uri=svc://my/Letters/letter.txt', {
      as: mei,
      body: 'Their text',
    })
    await user.click(screen.getByRole('button', { name: 'Lock again' }))
    await compareAnd(user, 'Overwrite')
    const dialog = within(await screen.findByRole('alertdialog'))
    await waitFor(() =>
      expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
        expect.stringContaining(words),
      ),
    )
    expect(await stored()).toBe('Their text')
    expect(dialog.getByRole('button', { name: 'Save as a copy' })).toHaveFocus()
    await user.click(dialog.getByRole('button', { name: 'Save as a copy' }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('letter%20(2).txt'))
    expect(await stored()).toBe('Their text')
  })

  it('says when a copy could not be saved either, and loses nothing', async () => {
    const { user, faults } = await lose()
    faults.next('PUT /file/content', { kind: 'drop' })
    await user.click(screen.getByRole('button', { name: 'Save as a copy' }))
    expect(await screen.findByText('The service could not be reached.')).toBeVisible()
    expect((await field()).value).toContain('So. ')
    await user.click(screen.getByRole('button', { name: 'Save as a copy' }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('letter%20(2).txt'))
  })

  it('follows a file whose folder was renamed meanwhile', async () => {
    const { user, service, mei, stored } = await lose()
    const body = { uri: 'svc://my/Letters', new_name: 'Post' }
    expect((await callService(service, 'POST', '/file/rename', { as: mei, body })).code).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Lock again' }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('svc://my/Post/letter.txt'))
    await save(user)
    await screen.findByText('Saved')
    expect(await stored()).toContain('So. ')
  })
})

describe('when answers are lost', () => {
  it('looks whether it was saved before it says so, and does not send it twice', async () => {
    const { user, faults, requests, stored } = await open()
    await user.type(await field(), 'So. ')
    const isPut = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && path.endsWith('/contents')
    faults.next(isPut, { kind: 'lost' })
    await save(user)
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await stored()).toContain('So. ')
    expect(requests.filter(isPut)).toHaveLength(1)
  })

  it('says that it was not saved, keeps it, and saves it at the next try', async () => {
    const { user, faults, stored } = await open()
    await user.type(await field(), 'So. ')
    faults.next(({ method, path }) => method === 'POST' && path.endsWith('/contents'), {
      kind: 'drop',
    })
    await save(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be saved.')
    expect(screen.getByText('Unsaved changes')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await stored()).toContain('So. ')
  })

  it('goes on with a new session of the editor when the old one has run out', async () => {
    const app = await open()
    const { user, clock, stored, service } = app
    await write(app, 'So. ')
    clock.advance(11 * 3600_000)
    await save(user)
    // Its lock ran out as well, hours ago: nobody took it, but that is not known.
    expect(await screen.findByRole('alert')).toHaveTextContent('What you typed is kept.')
    await user.click(screen.getByRole('button', { name: 'Lock again' }))
    await waitFor(() => expect(service.seed.lockTokens()).toHaveLength(1))
    await save(user)
    await screen.findByText('Saved')
    expect(await stored()).toContain('So. ')
  })
})
