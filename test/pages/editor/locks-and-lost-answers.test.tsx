import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { here, requestTo, type RenderOptions } from '../../harness.tsx'
import { callService } from '../../service-api.ts'
import { bytesOf, open, field, unlockAll, write, becomeVisible, save } from './fixtures.tsx'

const withoutOurEditor: NonNullable<RenderOptions['faults']> = (faults) =>
  faults.always('GET /site/config/explorer', {
    kind: 'json',
    body: { code: 0, msg: '', data: { max_batch_size: 3000, file_viewers: [{ viewers: [] }] } },
  })

describe('a lock that is taken away', () => {
  async function lose(options: RenderOptions = {}) {
    const app = await open(options)
    await write(app, 'So. ')
    unlockAll(app.service)
    await becomeVisible()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This file was unlocked by its owner. What you typed is kept.',
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
      expect(await screen.findByRole('alert')).toHaveTextContent('unlocked by its owner')
      fireEvent.click(screen.getByRole('button', { name: 'Lock again' }))
      await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
      unlockAll(service)
      act(() => void vi.advanceTimersByTime(10_000))
      expect(await screen.findByRole('alert')).toHaveTextContent('unlocked by its owner')
    } finally {
      vi.useRealTimers()
    }
  })

  it('is noticed by a save too, which writes nothing', async () => {
    const app = await open()
    const { user, service, stored } = app
    await write(app, 'So. ')
    unlockAll(service)
    await save(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('unlocked by its owner')
    expect(screen.getByText('Unsaved changes')).toBeVisible()
    expect(await stored()).toBe('Dear Lin,')
  })

  it('lets one save a copy beside it under the next free name', async () => {
    const { user, service, mei, stored } = await lose()
    service.seed.addFile(mei, ['Letters', 'letter (2).txt'], { contents: bytesOf('another') })
    await user.click(screen.getByRole('button', { name: 'Save as a copy' }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('letter%20(3).txt'))
    expect((await field('letter \\(3\\).txt')).value).toContain('So. ')
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
    await user.click(screen.getByRole('button', { name: 'Overwrite' }))
    await screen.findByText('Saved')
    await waitFor(async () => expect(await field()).toHaveFocus())
    expect(await stored()).toContain('So. ')
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
    await user.click(await screen.findByRole('button', { name: 'Overwrite' }))
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

describe('a server that does not know this editor', () => {
  it('saves over the version that was read, and says that it holds no lock', async () => {
    const { user, service, stored, requests } = await open({ faults: withoutOurEditor })
    expect(await field()).toHaveValue('Dear Lin,')
    expect(screen.getByText('Not locked: others can change it too')).toBeVisible()
    expect(service.seed.lockTokens()).toEqual([])
    await user.type(await field(), 'So. ')
    await save(user)
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await stored()).toContain('So. ')
    const put = await requestTo(requests, 'PUT', '/file/content')
    expect(new URLSearchParams(put.query).get('previous')).not.toBeNull()
    expect(requests.some(({ path }) => path.startsWith('/file/wopi'))).toBe(false)
  })

  it('does not write over a change from elsewhere unless told to', async () => {
    const { user, service, mei, stored } = await open({ faults: withoutOurEditor })
    await user.type(await field(), 'So. ')
    await callService(service, 'PUT', '/file/content?uri=svc://my/Letters/letter.txt', {
      as: mei,
      body: 'Their text',
    })
    await save(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('changed elsewhere')
    expect(await stored()).toBe('Their text')
    await user.click(screen.getByRole('button', { name: 'Discard mine and reload' }))
    await waitFor(async () => expect(await field()).toHaveValue('Their text'))
    await user.type(await field(), 'And. ')
    await save(user)
    await screen.findByText('Saved')
    expect(await stored()).toContain('And. ')
  })

  it('does not take its own lost answer for a change from elsewhere', async () => {
    const { user, faults, requests, stored } = await open({ faults: withoutOurEditor })
    await user.type(await field(), 'So. ')
    faults.next('PUT /file/content', { kind: 'lost' })
    faults.next('POST /file/url', { kind: 'drop' })
    await save(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be saved.')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await stored()).toContain('So. ')
    expect(requests.filter(({ path }) => path === '/file/content')).toHaveLength(2)
  })

  it('does not make a second file where the file has been', async () => {
    const { user, service, mei, requests } = await open({ faults: withoutOurEditor })
    await user.type(await field(), 'So. ')
    const body = { uri: 'svc://my/Letters/letter.txt', new_name: 'card.txt' }
    expect((await callService(service, 'POST', '/file/rename', { as: mei, body })).code).toBe(0)
    await save(user)
    expect(await screen.findByText(/This file is now at .*card\.txt/)).toBeVisible()
    // Other servers would take it and make the file.
    expect(requests.filter(({ path }) => path === '/file/content')).toEqual([])
    const there = await callService(service, 'GET', '/file/info?uri=svc://my/Letters/letter.txt', {
      as: mei,
    })
    expect(there.code).toBe(40016)
  })

  it('says who holds the file once a lock has stopped a save', async () => {
    const { user, service, mei, lin, stored } = await open({ faults: withoutOurEditor })
    await user.type(await field(), 'So. ')
    service.seed.addLock({
      owner: mei,
      path: ['Letters', 'letter.txt'],
      application: { type: 'viewer', viewer_id: 'somewhere' },
      holder: lin,
    })
    await save(user)
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(
      await screen.findByText(/Lin Okafor.* has this file open. What you typed is kept/),
    ).toBeVisible()
    expect(screen.queryByText('Not locked: others can change it too')).toBeNull()
    unlockAll(service)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(screen.getByText('Not locked: others can change it too')).toBeVisible()
    expect(await stored()).toContain('So. ')
  })

  it('meets locks in the dialog of all writes', async () => {
    const { user, service, mei, lin, stored } = await open({ faults: withoutOurEditor })
    await user.type(await field(), 'So. ')
    service.seed.addLock({
      owner: mei,
      path: ['Letters', 'letter.txt'],
      application: { type: 'dav', viewer_id: undefined, inner_xml: undefined },
      holder: lin,
    })
    await save(user)
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Unlock and retry' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await stored()).toContain('So. ')
  })
})
