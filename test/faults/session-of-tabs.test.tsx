import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { currentSession } from '#src/api/current-session.ts'
import { listLinks } from '#src/api/links/link-list.ts'
import { refreshTokens, startSession } from '#src/api/tokens.ts'
import { renderApp, type Backend } from '../dom/harness.tsx'
import { held, type LoggedRequest } from '../dom/network.ts'

const page = () => renderApp({ path: '/shares', seed: one })
const refreshes = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ path }) => path === '/session/token/refresh')
const one = ({ service, mei, lin }: Backend) => {
  service.seed.addShare(service.seed.addFile(mei, ['of mei.txt']))
  service.seed.addShare(service.seed.addFile(lin, ['of lin.txt']))
}
const listed = (name: string) => screen.findByRole('row', { name })
/** Of a size that no page asks for, so that it is told from what the pages ask. */
const ask = () => listLinks({ size: 37, direction: 'desc' })
const asked = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ query }) => query.includes('page_size=37'))

describe('G2 what another tab says during a renewal that is refused', () => {
  const tooLong = () => new Promise((resolve) => setTimeout(resolve, 20_000, 'waits for ever'))

  /** Asks with a bearer that is not valid any more; `isExpiring`: this tab knows. The renewal waits for `free`. */
  async function startRenewal(isExpiring: boolean) {
    const app = await page()
    await listed('of mei.txt')
    const { service, faults, mei, requests } = app
    if (isExpiring) {
      const { access_token: access, refresh_token: refresh } = await service.seed.mintToken(mei)
      tellTab({ access, refresh, userId: mei, accessExpires: 0 })
      await waitFor(() => expect(sessionStorage.getItem('latchkey.session')).toContain(refresh))
    }
    service.seed.endSessions()
    const { fault, free } = held()
    faults.next('POST /session/token/refresh', fault)
    const known = refreshes(requests).length
    const answer = ask().then(
      ({ parseLinks }) => parseLinks().map(({ name }) => name),
      (error: Error) => error.name,
    )
    await waitFor(() => expect(refreshes(requests)).toHaveLength(known + 1))
    const answered = () => {
      free()
      return Promise.race([answer, tooLong()])
    }
    return { ...app, answered }
  }

  const channel = new BroadcastChannel('latchkey.session')
  /** All that was told is this, however many tabs of this process have told it. */
  const expectOnly = (told: readonly object[], message: object) => {
    for (const each of told) expect(each).toMatchObject(message)
  }
  type Tokens = {
    access: string
    refresh: string
    userId: string
    accessExpires?: number
    signedInAt?: number
  }
  const tellTab = (pair: Tokens, type: 'pair' | 'signed-in' = 'pair') =>
    channel.postMessage({
      type,
      pair: { accessExpires: Date.now() + 3_600_000, keep: false, ...pair },
    })
  const signInElsewhere = async ({ service }: Pick<Backend, 'service'>, userId: string) => {
    const token = await service.seed.mintToken(userId)
    tellTab({ access: token.access_token, refresh: token.refresh_token, userId }, 'signed-in')
    await waitFor(() =>
      expect(sessionStorage.getItem('latchkey.session')).toContain(token.refresh_token),
    )
  }

  describe.each([
    ['refused', false],
    ['about to expire', true],
  ])('a bearer that is %s', (_, isExpiring) => {
    it('goes on with the tokens of the other tab', async () => {
      const { answered, mei, ...app } = await startRenewal(isExpiring)
      await signInElsewhere(app, mei)
      expect(await answered()).toEqual(['of mei.txt'])
    })

    it('ends when the other tab has signed out', async () => {
      const { answered } = await startRenewal(isExpiring)
      channel.postMessage({ type: 'out' })
      await waitFor(() => expect(currentSession().status).toBe('out'))
      expect(await answered()).toBe('SessionEndedError')
    })

    it('ends, and sends nothing as somebody else, when the other tab has changed the user', async () => {
      const { answered, lin, requests, ...app } = await startRenewal(isExpiring)
      await signInElsewhere(app, lin)
      await listed('of lin.txt')
      const before = asked(requests).length
      expect(await answered()).toBe('SessionEndedError')
      expect(asked(requests)).toHaveLength(before)
    })
  })

  it('does not take a tab that was opened again for a sign-in of somebody else, and has it follow', async () => {
    const { service, mei, lin } = await page()
    await listed('of mei.txt')
    const told: { type: string; pair?: { userId: string } }[] = []
    const hear = ({ data }: MessageEvent<(typeof told)[number]>) => void told.push(data)
    channel.addEventListener('message', hear)
    onTestFinished(() => channel.removeEventListener('message', hear))
    const token = await service.seed.mintToken(lin)
    tellTab({ access: token.access_token, refresh: token.refresh_token, userId: lin })
    await waitFor(() => expect(told).not.toEqual([]))
    expectOnly(told, { type: 'signed-in', pair: { userId: mei } })
    expect(currentSession()).toEqual({ status: 'active', userId: mei })
    expect(sessionStorage.getItem('latchkey.session')).not.toContain(token.refresh_token)
    expect(screen.getByRole('row', { name: 'of mei.txt' })).toBeVisible()
  })

  it('is that of the last sign-in when tabs of two people wake at one moment', async () => {
    const { service, mei, lin } = await page()
    await listed('of mei.txt')
    const own = await service.seed.mintToken(mei)
    startSession(own, mei, false)
    const told: { type: string; pair?: { userId: string } }[] = []
    const hear = ({ data }: MessageEvent<(typeof told)[number]>) => void told.push(data)
    channel.addEventListener('message', hear)
    onTestFinished(() => channel.removeEventListener('message', hear))
    const token = await service.seed.mintToken(lin)
    const pair = { access: token.access_token, refresh: token.refresh_token, userId: lin }
    // Each has heard that the other has renewed, and says who is signed in.
    tellTab({ ...pair, signedInAt: Date.now() - 60_000 })
    tellTab({ ...pair, signedInAt: Date.now() - 60_000 }, 'signed-in')
    const mine = { type: 'signed-in', pair: { userId: mei, refresh: own.refresh_token } }
    // Once for the sign-in itself.
    await waitFor(() => expect(told.length).toBeGreaterThanOrEqual(3))
    expectOnly(told, mine)
    expect(currentSession()).toEqual({ status: 'active', userId: mei })
    tellTab({ ...pair, signedInAt: Date.now() + 60_000 })
    await waitFor(() => expect(currentSession()).toEqual({ status: 'active', userId: lin }))
    await listed('of lin.txt')
  })

  it('is renewed by a tab that does not know when one signed in', async () => {
    const { service, mei } = await page()
    await listed('of mei.txt')
    startSession(await service.seed.mintToken(mei), mei, false)
    const { access_token: access, refresh_token: refresh } = await service.seed.mintToken(mei)
    tellTab({ access, refresh, userId: mei })
    await waitFor(() => expect(sessionStorage.getItem('latchkey.session')).toContain(refresh))
  })

  it('is that of a new sign-in also when the clock has been set back since the one before', async () => {
    const { service, mei, lin } = await page()
    await listed('of mei.txt')
    const { access_token: access, refresh_token: refresh } = await service.seed.mintToken(mei)
    const ofMei = { access, refresh, userId: mei, signedInAt: Date.now() + 3_600_000 }
    tellTab(ofMei, 'signed-in')
    await waitFor(() => expect(sessionStorage.getItem('latchkey.session')).toContain(refresh))
    startSession(await service.seed.mintToken(lin), lin, false)
    const told: { type: string }[] = []
    const hear = ({ data }: MessageEvent<(typeof told)[number]>) => void told.push(data)
    channel.addEventListener('message', hear)
    onTestFinished(() => channel.removeEventListener('message', hear))
    tellTab(ofMei, 'signed-in')
    const ofLin = { type: 'signed-in', pair: { userId: lin } }
    // Once for the sign-in itself.
    await waitFor(() => expect(told.length).toBeGreaterThanOrEqual(2))
    expectOnly(told, ofLin)
    expect(currentSession()).toEqual({ status: 'active', userId: lin })
  })

  it('stays with who has to sign in again when somebody else has a tab opened again', async () => {
    const { service, mei, lin, requests } = await page()
    await listed('of mei.txt')
    service.seed.endSessions()
    void ask().catch(() => undefined)
    await screen.findByRole('dialog', { name: 'Please sign in again' })
    const token = await service.seed.mintToken(lin)
    const known = requests.length
    tellTab({ access: token.access_token, refresh: token.refresh_token, userId: lin })
    // A message from this channel comes after the one before it.
    const later = new BroadcastChannel('latchkey.session')
    onTestFinished(() => later.close())
    const heard = new Promise((resolve) => later.addEventListener('message', resolve))
    channel.postMessage({ type: 'nothing' })
    await heard
    expect(currentSession()).toEqual({ status: 'ended', userId: mei })
    expect(requests).toHaveLength(known)
  })

  it('does not keep it from renewing that the browser denies locks, as it does with all storage', async () => {
    const { service, mei, requests } = await page()
    await listed('of mei.txt')
    const own = await service.seed.mintToken(mei)
    startSession(own, mei, false)
    const known = refreshes(requests).length
    const deny = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: deny } })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
    await refreshTokens(own.access_token)
    expect(refreshes(requests)).toHaveLength(known + 1)
    expect(currentSession().status).toBe('active')
  })

  it('never renews with the tokens of somebody else that lie in the storage', async () => {
    const { service, faults, mei, lin } = await page()
    await listed('of mei.txt')
    const own = await service.seed.mintToken(mei)
    startSession(own, mei, true)
    const other = await service.seed.mintToken(lin)
    localStorage.setItem(
      'latchkey.session',
      JSON.stringify({ refresh: other.refresh_token, userId: lin }),
    )
    const sent: string[] = []
    faults.always(
      (request) => {
        if (request.path === '/session/token/refresh') sent.push(request.body)
        return false
      },
      { kind: 'drop' },
    )
    await refreshTokens(own.access_token)
    expect(sent).toEqual([expect.stringContaining(own.refresh_token)])
    expect(currentSession().userId).toBe(mei)
  })

  it('leaves the tokens of somebody else in the storage when its own are refused', async () => {
    const { service, mei, lin } = await page()
    await listed('of mei.txt')
    const own = await service.seed.mintToken(mei)
    startSession(own, mei, true)
    service.seed.endSessions()
    const other = await service.seed.mintToken(lin)
    const stored = JSON.stringify({ refresh: other.refresh_token, userId: lin })
    localStorage.setItem('latchkey.session', stored)
    await refreshTokens(own.access_token).catch(() => undefined)
    expect(currentSession().status).toBe('ended')
    expect(localStorage.getItem('latchkey.session')).toBe(stored)
  })
})
