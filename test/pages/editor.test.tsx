import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { fileById } from '#src/server/files.ts'
import type { Service } from '#src/server/service.ts'
import { here, renderApp, requestTo, type RenderOptions, type World } from '../harness.tsx'

type Options = Omit<RenderOptions, 'path'> & { name?: string; contents?: string | Uint8Array }

const bytesOf = (contents: string | Uint8Array) =>
  typeof contents === 'string' ? new TextEncoder().encode(contents) : contents

/** Mei's `Letters/letter.txt`, open in the editor. */
async function open({ name = 'letter.txt', contents = 'Dear Lin,', ...options }: Options = {}) {
  let id = ''
  const uri = `svc://my/Letters/${encodeURIComponent(name)}`
  const app = await renderApp({
    ...options,
    world: async (world) => {
      id = world.service.lay.addFile(world.mei, ['Letters', name], { contents: bytesOf(contents) })
      await options.world?.(world)
    },
    path: `/edit?uri=${encodeURIComponent(uri)}`,
  })
  const stored = async (fileId = id) => {
    const bytes = await app.service.store.get(fileById(app.service.db, fileId)?.entity_id ?? '')
    return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }
  return { ...app, id, uri, stored }
}

const field = (name = 'letter.txt') =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: new RegExp(`Text of .*${name}`) })
const locks = ({ db }: Service) =>
  db.query(
    'SELECT token, application FROM locks',
    [],
    v.object({ token: v.string(), application: v.string() }),
  )
const unlockAll = ({ db }: Service) => db.run('DELETE FROM locks', [])

/** What comes back when this tab is looked at again: the lock is looked for at once. */
const lookAgain = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))

async function save(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Save' }))
}

async function call(
  service: Service,
  as: string,
  method: string,
  path: string,
  body?: string,
): Promise<{ code: number; data?: unknown }> {
  const answer = await service.fetch(
    new Request(`http://localhost/api/v4${path}`, {
      method,
      headers: { authorization: `Bearer ${service.lay.mintToken(as).access_token}` },
      ...(body === undefined ? {} : { body }),
    }),
  )
  return (await answer.json()) as { code: number }
}

const withoutOurEditor: NonNullable<RenderOptions['faults']> = (faults) =>
  faults.always('GET /site/config/explorer', {
    kind: 'json',
    body: { code: 0, msg: '', data: { max_batch_size: 3000, file_viewers: [{ viewers: [] }] } },
  })

async function findsNothing() {
  const { violations } = await axe.run(screen.getByRole('main'), {
    // jsdom draws nothing, so there are no colours to measure.
    rules: { 'color-contrast': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

describe('editing a text', () => {
  it('opens it locked, saves it, and frees it on leaving', async () => {
    const { user, service, stored, requests } = await open()
    expect(await field()).toHaveValue('Dear Lin,')
    expect(document.title).toBe('letter.txt · Latchkey')
    expect(screen.getByText('Locked for you until you leave')).toBeVisible()
    expect(locks(service)).toHaveLength(1)
    await user.click(await field())
    await user.keyboard('{Control>}{End}{/Control} all is well.')
    expect(screen.getByText('Unsaved changes')).toBeVisible()
    await save(user)
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await stored()).toBe('Dear Lin, all is well.')
    await user.click(screen.getByRole('link', { name: 'Back to the folder' }))
    await waitFor(() => expect(here()).toContain('/files?'))
    await waitFor(() => expect(locks(service)).toEqual([]))
    expect(new URLSearchParams(here().split('?')[1]).get('focus')).toBe(
      'svc://my/Letters/letter.txt',
    )
    expect(requests.filter(({ path }) => path === '/file/content')).toEqual([])
  })

  it('frees it when one signs out, and when the tab is closed', async () => {
    const { user, service } = await open()
    await field()
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(() => expect(locks(service)).toEqual([]))
    act(() => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    })
    await waitFor(() => expect(locks(service)).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: /Mei Wang/ }))
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(here()).toBe('/sign-in'))
    await waitFor(() => expect(locks(service)).toEqual([]))
  })

  it('is seen by everybody else as a lock of the text editor', async () => {
    const { service, mei } = await open()
    await field()
    const refused = await call(
      service,
      mei,
      'POST',
      '/file/rename',
      JSON.stringify({ uri: 'svc://my/Letters', new_name: 'Post' }),
    )
    expect(refused).toMatchObject({
      code: 40073,
      data: [
        {
          path: 'svc://my/Letters/letter.txt',
          owner: { owner: mei, application: { type: 'viewer' } },
        },
      ],
    })
  })

  it('can be done without a mouse', async () => {
    const { user, stored } = await open()
    await waitFor(async () => expect(await field()).toHaveFocus())
    await user.keyboard('{Control>}{End}{/Control}!{Control>}s{/Control}')
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await stored()).toBe('Dear Lin,!')
    await user.tab({ shift: true })
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
    await user.tab({ shift: true })
    expect(screen.getByRole('button', { name: 'More' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('menuitem', { name: 'Save as a copy' })).toHaveFocus()
  })

  it('indents code with Tab, and lets go of it after Escape', async () => {
    const { user } = await open({ name: 'run.py', contents: 'x' })
    const text = await field('run.py')
    await user.click(text)
    await user.keyboard('{Tab}')
    expect(text.value).toContain('\t')
    expect(text).toHaveFocus()
    expect(text).toHaveAccessibleDescription(/Esc, then Tab/)
    await user.keyboard('{Escape}{Tab}')
    expect(text).not.toHaveFocus()
  })

  it('keeps line ends and the mark at the beginning', async () => {
    const { user, stored } = await open({ contents: '\ufeffone\r\ntwo\r\n' })
    const text = await field()
    expect(text).toHaveValue('one\ntwo\n')
    fireEvent.input(text, { target: { value: 'one\nand a half\ntwo\n' } })
    await save(user)
    await screen.findByText('Saved')
    expect(await stored()).toBe('\ufeffone\r\nand a half\r\ntwo\r\n')
  })

  it('has nothing that axe would mind, in any state', async () => {
    const { user, service } = await open()
    await field()
    await findsNothing()
    await user.type(await field(), 'x')
    unlockAll(service)
    await lookAgain()
    await screen.findByRole('alert')
    await findsNothing()
  })

  it('speaks Chinese too', async () => {
    localStorage.setItem('latchkey.preferences', JSON.stringify({ language: 'zh-CN' }))
    await open()
    expect(await screen.findByText('已为你锁定，离开时解除')).toBeVisible()
    localStorage.clear()
  })
})

describe('a file that cannot be edited', () => {
  it('is read only while somebody else has it open, and says who', async () => {
    const { user, service } = await open({
      world: ({ service, mei, lin }) => {
        service.lay.addLock({
          owner: mei,
          path: ['Letters', 'letter.txt'],
          application: { type: 'viewer', viewer_id: 'somewhere', inner_xml: undefined },
          holder: lin,
          depth: 0,
        })
      },
    })
    expect(await screen.findByText(/Lin Okafor.* has this file open/)).toBeVisible()
    expect(await field()).toHaveAttribute('readonly')
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
    unlockAll(service)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Locked for you until you leave')).toBeVisible()
    expect(await field()).not.toHaveAttribute('readonly')
    await waitFor(async () => expect(await field()).toHaveFocus())
  })

  it('can be unlocked by its owner through the dialog of all locks', async () => {
    const { user } = await open({
      world: ({ service, mei, lin }) => {
        service.lay.addLock({
          owner: mei,
          path: ['Letters', 'letter.txt'],
          application: { type: 'dav', viewer_id: undefined, inner_xml: 'lins-mac' },
          holder: lin,
        })
      },
    })
    expect(await screen.findByText('This file is in use. You can read it.')).toBeVisible()
    expect(await screen.findByText(/WebDAV client · Lin Okafor · .*lins-mac/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Unlock and retry' }))
    expect(await screen.findByText('Locked for you until you leave')).toBeVisible()
  })

  it('tells a long, a binary and a missing file apart, calmly', async () => {
    const app = await open({ contents: new Uint8Array(1024 * 1024 + 1).fill(97) })
    expect(await screen.findByText('This text is too long to edit here')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Show in folder' })).toBeVisible()
    expect(locks(app.service)).toEqual([])
  })

  it('is not shown when it holds bytes that are no text, and is not left locked', async () => {
    const { service } = await open({ contents: 'a\0b' })
    expect(await screen.findByText('This is not a text')).toBeVisible()
    await waitFor(() => expect(locks(service)).toEqual([]))
  })

  it('is said to be gone when nothing is there', async () => {
    await renderApp({ path: '/edit?uri=svc%3A%2F%2Fmy%2Fnothing.txt' })
    expect(await screen.findByText('This file is no longer here')).toBeVisible()
  })

  it('offers Retry when the service cannot be reached', async () => {
    const { user } = await open({
      faults: (faults) => faults.next('GET /file/info', { kind: 'html' }),
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('This text could not be opened')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await field()).toHaveValue('Dear Lin,')
  })
})

describe('a lock that is taken away', () => {
  async function lose() {
    const app = await open()
    await app.user.type(await field(), 'So. ')
    unlockAll(app.service)
    await lookAgain()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This file was unlocked by its owner. What you typed is kept.',
    )
    return app
  }

  it('is told at once, keeps what was typed, and can be taken again', async () => {
    const { user, stored } = await lose()
    expect((await field()).value).toContain('So. ')
    await user.click(screen.getByRole('button', { name: 'Try to lock again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
    await waitFor(async () => expect(await field()).toHaveFocus())
    await save(user)
    await screen.findByText('Saved')
    expect(await stored()).toContain('So. ')
  })

  it('is noticed within seconds by itself, while one looks at the page', async () => {
    const { service } = await open()
    await field()
    unlockAll(service)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      // The next look was planned before the clock was ours.
      await lookAgain()
      expect(await screen.findByRole('alert')).toHaveTextContent('unlocked by its owner')
      fireEvent.click(screen.getByRole('button', { name: 'Try to lock again' }))
      await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
      unlockAll(service)
      await act(() => vi.advanceTimersByTimeAsync(10_000))
      expect(await screen.findByRole('alert')).toHaveTextContent('unlocked by its owner')
    } finally {
      vi.useRealTimers()
    }
  })

  it('is noticed by a save too, which writes nothing', async () => {
    const { user, service, stored } = await open()
    await user.type(await field(), 'So. ')
    unlockAll(service)
    await save(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('unlocked by its owner')
    expect(screen.getByText('Unsaved changes')).toBeVisible()
    expect(await stored()).toBe('Dear Lin,')
  })

  it('lets one save a copy beside it under the next free name', async () => {
    const { user, service, mei, stored } = await lose()
    service.lay.addFile(mei, ['Letters', 'letter (2).txt'], { contents: bytesOf('another') })
    await user.click(screen.getByRole('button', { name: 'Save as a copy' }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('letter%20(3).txt'))
    expect((await field('letter \\(3\\).txt')).value).toContain('So. ')
    expect(screen.queryByText(/You typed something/)).not.toBeInTheDocument()
    expect(await stored()).toBe('Dear Lin,')
  })

  it('does not write over what somebody else saved meanwhile', async () => {
    const { user, service, mei, stored } = await lose()
    await call(service, mei, 'PUT', '/file/content?uri=svc://my/Letters/letter.txt', 'Their text')
    await user.click(screen.getByRole('button', { name: 'Try to lock again' }))
    expect(await screen.findByText(/was changed elsewhere/)).toBeVisible()
    await save(user)
    expect(await stored()).toBe('Their text')
    await user.click(screen.getByRole('button', { name: 'Overwrite' }))
    await screen.findByText('Saved')
    await waitFor(async () => expect(await field()).toHaveFocus())
    expect(await stored()).toContain('So. ')
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
    const body = JSON.stringify({ uri: 'svc://my/Letters', new_name: 'Post' })
    expect((await call(service, mei, 'POST', '/file/rename', body)).code).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Try to lock again' }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('svc://my/Post/letter.txt'))
    await save(user)
    await screen.findByText('Saved')
    expect(await stored()).toContain('So. ')
  })

  it('says that the file is gone, and saves a copy in My files when its folder went too', async () => {
    const { user, service, mei } = await lose()
    const body = JSON.stringify({ uris: ['svc://my/Letters'] })
    expect((await call(service, mei, 'DELETE', '/file', body)).code).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Try to lock again' }))
    expect(await screen.findByText(/no longer here/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save as a copy' }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('svc://my/letter.txt'))
    expect((await field()).value).toContain('So. ')
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
    const { user, clock, stored, service } = await open()
    await user.type(await field(), 'So. ')
    clock.advance(11 * 3600_000)
    await save(user)
    // Its lock ran out as well, hours ago: nobody took it, but that is not known.
    expect(await screen.findByRole('alert')).toHaveTextContent('What you typed is kept.')
    await user.click(screen.getByRole('button', { name: 'Try to lock again' }))
    await waitFor(() => expect(locks(service)).toHaveLength(1))
    await save(user)
    await screen.findByText('Saved')
    expect(await stored()).toContain('So. ')
  })
})

describe('what was typed', () => {
  it('is kept on leaving, and offered again on the way back', async () => {
    const { user, stored } = await open()
    await user.type(await field(), 'So. ')
    await user.click(screen.getByRole('link', { name: 'Trash' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
    act(() => window.history.back())
    expect(await screen.findByText('You typed something here that was not saved.')).toBeVisible()
    expect(await field()).toHaveValue('Dear Lin,')
    await user.click(screen.getByRole('button', { name: 'Continue with what you typed' }))
    expect((await field()).value).toContain('So. ')
    await save(user)
    await screen.findByText('Saved')
    expect(await stored()).toContain('So. ')
    const again = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(again)
    expect(again.defaultPrevented).toBe(false)
  })

  it('is gone once it is discarded', async () => {
    const { user } = await open()
    await user.type(await field(), 'So. ')
    await user.click(screen.getByRole('link', { name: 'Trash' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    act(() => window.history.back())
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(await field()).toHaveValue('Dear Lin,')
    expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument()
  })
})

describe('a server that does not know this editor', () => {
  it('saves over the version that was read, and says that it holds no lock', async () => {
    const { user, service, stored, requests } = await open({ faults: withoutOurEditor })
    expect(await field()).toHaveValue('Dear Lin,')
    expect(screen.getByText('Not locked: others can change it too')).toBeVisible()
    expect(locks(service)).toEqual([])
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
    await call(service, mei, 'PUT', '/file/content?uri=svc://my/Letters/letter.txt', 'Their text')
    await save(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('changed elsewhere')
    expect(await stored()).toBe('Their text')
    await user.click(screen.getByRole('button', { name: 'Discard mine and read again' }))
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
    const body = JSON.stringify({ uri: 'svc://my/Letters/letter.txt', new_name: 'card.txt' })
    expect((await call(service, mei, 'POST', '/file/rename', body)).code).toBe(0)
    await save(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('no longer here')
    // Other servers would take it and make the file.
    expect(requests.filter(({ path }) => path === '/file/content')).toEqual([])
    const there = await call(service, mei, 'GET', '/file/info?uri=svc://my/Letters/letter.txt')
    expect(there.code).toBe(40016)
  })

  it('meets locks in the dialog of all writes', async () => {
    const { user, service, mei, lin, stored } = await open({ faults: withoutOurEditor })
    await user.type(await field(), 'So. ')
    service.lay.addLock({
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

describe('a text in a share', () => {
  it('is read only for whoever may only read it', async () => {
    let share = ''
    await renderApp({
      as: 'lin',
      world: ({ service, mei }: World) => {
        service.lay.addFile(mei, ['Team', 'plan.txt'], { contents: bytesOf('The plan') })
        share = service.lay.addShare(service.lay.addFolder(mei, ['Team']))
      },
      path: () => `/edit?uri=${encodeURIComponent(`svc://${share}@share/plan.txt`)}`,
    })
    expect(await field('plan.txt')).toHaveValue('The plan')
    expect(await field('plan.txt')).toHaveAttribute('readonly')
    expect(screen.getByText('You may read this file, but not change it.')).toBeVisible()
  })
})
