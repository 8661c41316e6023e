import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { currentSession } from '#src/api/current-session.ts'
import { listLinks } from '#src/api/links/link-list.ts'
import { visitLink } from '#src/api/links/visit-link.ts'
import { resetTokensAndSession, restoreSession, startSession } from '#src/api/tokens.ts'
import { selectionOf } from '#src/lists/per-list-values.ts'
import { here, password, renderApp, type RenderOptions, type Backend } from '../dom/harness.tsx'
import { held, type LoggedRequest } from '../dom/network.ts'

const page = (options: RenderOptions = {}) => renderApp({ path: '/shares', ...options })
const refreshes = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ path }) => path === '/session/token/refresh')
const one = ({ service, mei, lin }: Backend) => {
  service.seed.addShare(service.seed.addFile(mei, ['of mei.txt']))
  service.seed.addShare(service.seed.addFile(lin, ['of lin.txt']))
}
const listed = (name: string) => screen.findByRole('row', { name })
const ask = () => listLinks({ size: 100, direction: 'desc' })
const tooLong = () => new Promise((resolve) => setTimeout(resolve, 3_000, 'waits for ever'))

/** Every bearer is refused until the next renewal, as when the service lost its key. */
function refuseBearers(requests: readonly LoggedRequest[]): void {
  const real = globalThis.fetch
  const known = refreshes(requests).length
  globalThis.fetch = async (input, init) => {
    const path = input as string
    const isOld = refreshes(requests).length === known
    const answer = await real(input, init)
    return isOld && !path.includes('/session/')
      ? Response.json({ code: 401, msg: 'Login required', error: 'x', correlation_id: 'c' })
      : answer
  }
  onTestFinished(() => {
    globalThis.fetch = real
  })
}

async function signInAgain(user: Awaited<ReturnType<typeof renderApp>>['user']): Promise<void> {
  const fields = within(await screen.findByRole('dialog', { name: 'Please sign in again' }))
  await user.type(fields.getByLabelText('Password'), `${password}{Enter}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
}

describe('G2 a bearer that is refused', () => {
  it('twenty times at once is renewed once, and all twenty go through', async () => {
    const { requests } = await page({ seed: one })
    await listed('of mei.txt')
    const before = refreshes(requests).length
    refuseBearers(requests)
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(answers.map(({ parseLinks }) => parseLinks().length)).toEqual(Array(20).fill(1))
    expect(refreshes(requests)).toHaveLength(before + 1)
  })

  it('is renewed once although the renewal is slow', async () => {
    const { requests, faults } = await page({ seed: one })
    await listed('of mei.txt')
    const before = refreshes(requests).length
    faults.always('POST /session/token/refresh', { kind: 'delay', ms: 150 })
    refuseBearers(requests)
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers).toHaveLength(3)
    expect(refreshes(requests)).toHaveLength(before + 1)
  })

  it('stays signed in when the renewal finds no network', async () => {
    const { requests, faults } = await page({ seed: one })
    await listed('of mei.txt')
    faults.always('POST /session/token/refresh', { kind: 'drop' })
    refuseBearers(requests)
    await expect(ask()).rejects.toMatchObject({ reason: 'network' })
    expect(currentSession().status).toBe('active')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(sessionStorage.getItem('latchkey.session')).not.toBeNull()
    faults.clear()
    expect((await ask()).parseLinks()).toMatchObject([{ name: 'of mei.txt' }])
  })

  it.each([500, 502, 503, 429])('stays signed in when the renewal answers %i', async (status) => {
    const { requests, faults } = await page({ seed: one })
    await listed('of mei.txt')
    faults.always('POST /session/token/refresh', { kind: 'status', status })
    refuseBearers(requests)
    await expect(ask()).rejects.toMatchObject({ status })
    expect(currentSession().status).toBe('active')
  })

  it('stays signed in when the service refuses the renewal for a reason of its own', async () => {
    const { requests, faults } = await page({ seed: one })
    await listed('of mei.txt')
    faults.always('POST /session/token/refresh', {
      kind: 'json',
      body: { code: 50001, msg: 'database is busy' },
    })
    refuseBearers(requests)
    await expect(Promise.race([ask(), screen.findByRole('dialog')])).rejects.toMatchObject({
      code: 50001,
    })
    expect(currentSession().status).toBe('active')
  })
})

describe('G2 a renewal that is refused', () => {
  it('puts a dialog over the page, and what waited goes on after signing in', async () => {
    const { user, service, mei } = await page({ seed: one, passwords: true })
    await user.click(await listed('of mei.txt'))
    service.seed.endSessions()
    const waiting = Promise.all([ask(), ask()])
    await screen.findByRole('dialog', { name: 'Please sign in again' })
    expect(screen.getByText('1 selected')).toBeInTheDocument()
    await signInAgain(user)
    expect((await waiting).map(({ parseLinks }) => parseLinks().length)).toEqual([1, 1])
    expect(currentSession()).toEqual({ status: 'active', userId: mei })
    expect(screen.getByText('1 selected')).toBeInTheDocument()
  })

  it('keeps nothing waiting that is not wanted any more by then', async () => {
    const { service, requests, faults } = await page({ seed: one })
    await listed('of mei.txt')
    const before = refreshes(requests).length
    service.seed.endSessions()
    const { fault, free } = held()
    faults.next('POST /session/token/refresh', fault)
    const stop = new AbortController()
    const waiting = listLinks({ size: 100, direction: 'desc' }, stop.signal)
    const rejection = waiting.catch((error: unknown) => error)
    await waitFor(() => expect(refreshes(requests)).toHaveLength(before + 1))
    stop.abort(new Error('stopped'))
    free()
    await screen.findByRole('dialog', { name: 'Please sign in again' })
    expect(await Promise.race([rejection, tooLong()])).toMatchObject({ message: 'stopped' })
  })

  it('rejects what waited when somebody else signs in, and forgets all that was', async () => {
    const { user, service, lin, client } = await page({ seed: one })
    await user.click(await listed('of mei.txt'))
    const [[, ofMei] = []] = client.getQueriesData({ queryKey: ['links', 'list'] })
    service.seed.endSessions()
    const waiting = ask()
    const rejection = waiting.catch((error: unknown) => error)
    await screen.findByRole('dialog', { name: 'Please sign in again' })
    startSession(await service.seed.mintToken(lin), lin, false)
    expect(await rejection).toMatchObject({ name: 'SessionEndedError' })
    expect(await listed('of lin.txt')).toBeInTheDocument()
    expect(screen.queryByText('of mei.txt')).not.toBeInTheDocument()
    expect(screen.queryByText('1 selected')).not.toBeInTheDocument()
    expect(selectionOf(ofMei as object).has(0, '')).toBe(false)
    expect(currentSession().userId).toBe(lin)
  })

  it('while a list is loading lets it go on after signing in', async () => {
    const { user, service } = await page({
      passwords: true,
      seed: (backend) =>
        backend.service.seed.transaction(() => {
          for (let n = 0; n < 230; n++)
            backend.service.seed.addShare(backend.service.seed.addFile(backend.mei, [`f${n}.txt`]))
        }),
      faults: (faults) =>
        faults.always((sent) => sent.path === '/share' && sent.query.has('next_page_token'), {
          kind: 'delay',
          ms: 200,
        }),
    })
    await screen.findByText('100 so far')
    service.seed.endSessions()
    await signInAgain(user)
    expect(await screen.findByText('230 links')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('that never was is said to whoever asks for what needs one', async () => {
    const { requests } = await renderApp({ as: null, path: '/s/nobody' })
    await expect(ask()).rejects.toMatchObject({ name: 'SessionEndedError' })
    expect(refreshes(requests)).toEqual([])
  })

  it('does not keep visitors of a link out', async () => {
    const { service, mei } = await page({ seed: one })
    await listed('of mei.txt')
    const id = service.seed.addShare(service.seed.addFile(mei, ['open.txt']))
    service.seed.endSessions()
    await expect(visitLink(id, undefined, { countsVisit: true })).resolves.toMatchObject({
      name: 'open.txt',
    })
  })
})

describe('a clock that is an hour off', () => {
  it.each([-3_600_000, 3_600_000])(
    'by %i ms neither renews for ever nor signs out',
    async (off) => {
      const { requests, clock } = await page({ seed: one, as: null, passwords: true })
      clock.advance(off)
      const real = globalThis.fetch
      globalThis.fetch = async (input, init) => {
        const answer = await real(input, init)
        const headers = new Headers(answer.headers)
        headers.set('date', new Date(clock.now()).toUTCString())
        return new Response(await answer.text(), { status: answer.status, headers })
      }
      onTestFinished(() => {
        globalThis.fetch = real
      })
      const { default: userEvent } = await import('@testing-library/user-event')
      const user = userEvent.setup()
      await user.type(await screen.findByLabelText('Email'), 'mei@example.org')
      await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
      await listed('of mei.txt')
      await Promise.all([ask(), ask(), ask()])
      expect(refreshes(requests)).toHaveLength(0)
      expect(here()).toBe('/shares')
      expect(currentSession().status).toBe('active')
    },
  )
})

describe('what a page shows first', () => {
  const firstLists = (requests: readonly LoggedRequest[]) =>
    requests.filter(({ path, query }) => path === '/share' && !query.includes('next_page_token'))

  it('is asked for once, and is what the page shows', async () => {
    const { requests } = await page({ isStrict: false, seed: one })
    await listed('of mei.txt')
    expect(refreshes(requests)).toHaveLength(1)
    expect(firstLists(requests)).toHaveLength(1)
  })

  it.each([
    ['/trash', 'old.txt', 'svc://trash'],
    ['/files', 'Docs', 'svc://my'],
    ['/files?uri=svc%3A%2F%2Fmy%2FDocs', 'plan.md', 'svc://my/Docs'],
  ])('P2 is asked for once for %s too', async (path, name, uri) => {
    const { requests } = await renderApp({
      path,
      isStrict: false,
      seed: ({ service: { seed }, mei }) => {
        seed.addFile(mei, ['Docs', 'plan.md'])
        seed.trashFile(seed.addFile(mei, ['old.txt']))
      },
    })
    const isList = (request: LoggedRequest) =>
      request.path === '/file' && new URLSearchParams(request.query).get('uri') === uri
    await listed(name)
    expect(requests.filter(isList)).toHaveLength(1)
  })

  it('asks for a sign-in when the session is over, and goes on after it', async () => {
    const { requests, user } = await page({
      seed: one,
      isSessionOver: true,
      passwords: true,
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Please sign in again' }))
    expect(refreshes(requests)).toHaveLength(1)
    await user.type(dialog.getByLabelText('Email'), 'mei@example.org')
    await user.type(dialog.getByLabelText('Password'), `${password}{Enter}`)
    await listed('of mei.txt')
    expect(here()).toBe('/shares')
  })

  it('is asked for again where the network failed', async () => {
    const { requests } = await page({
      isStrict: false,
      seed: one,
      faults: (faults) => {
        faults.next('POST /session/token/refresh', { kind: 'drop' })
      },
    })
    await listed('of mei.txt')
    expect(refreshes(requests)).toHaveLength(2)
    expect(firstLists(requests)).toHaveLength(1)
  })

  it('is asked for again where its answer was no answer', async () => {
    const { requests } = await page({
      isStrict: false,
      seed: one,
      faults: (faults) => {
        faults.next('GET /share', { kind: 'html' })
      },
    })
    await listed('of mei.txt')
    expect(refreshes(requests)).toHaveLength(1)
    expect(firstLists(requests)).toHaveLength(2)
  })
})

it('G2 a page that is reset is not signed out by what it asked other tabs before', async () => {
  restoreSession()
  resetTokensAndSession()
  // Other tabs have 150 ms to answer.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(currentSession().status).toBe('checking')
})
