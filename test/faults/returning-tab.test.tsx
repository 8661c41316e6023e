import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { currentSession } from '#src/api/current-session.ts'
import { listLinks } from '#src/api/links/link-list.ts'
import {
  refreshTokens,
  resetTokensAndSession,
  restoreSession,
  startSession,
} from '#src/api/tokens.ts'
import type { TokenPair } from '#src/contract/accounts/token.ts'
import { renderApp } from '../dom/harness.tsx'
import type { LoggedRequest } from '../dom/network.ts'
import { callService } from '../processes/service-api.ts'

const refreshes = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ path }) => path === '/session/token/refresh')
const ask = () => listLinks({ size: 37, direction: 'desc' })

async function page() {
  const app = await renderApp({
    path: '/shares',
    seed: ({ service, mei }) =>
      void service.seed.addShare(service.seed.addFile(mei, ['of mei.txt'])),
  })
  await screen.findByRole('row', { name: 'of mei.txt' })
  return app
}

describe('G2 a tab that comes back after it was discarded or closed', () => {
  const key = 'latchkey.session'

  /** The page of a tab with a pair of tokens that others have renewed twice since. Nothing renews the last of them. */
  async function comeBack() {
    const app = await page()
    const { service, mei, clock, requests } = app
    const pairOf = (token: TokenPair) => ({
      access: token.access_token,
      accessExpires: Date.now() + 3_600_000,
      refresh: token.refresh_token,
      userId: mei,
      keep: false,
    })
    const renew = async ({ refresh_token }: TokenPair) => {
      const options = { body: { refresh_token } }
      const { data } = await callService(service, 'POST', '/session/token/refresh', options)
      return data as TokenPair
    }
    const first = await service.seed.mintToken(mei)
    startSession(first, mei, false)
    const stored = sessionStorage.getItem(key) ?? ''
    const last = pairOf(await renew(await renew(first)))
    const channel = new BroadcastChannel(key)
    onTestFinished(() => channel.close())
    channel.postMessage({ type: 'pair', pair: last })
    await waitFor(() => expect(sessionStorage.getItem(key)).toContain(last.refresh))
    clock.advance(31_000)
    resetTokensAndSession()
    sessionStorage.setItem(key, stored)
    return { ...app, channel, last, known: refreshes(requests).length }
  }

  it('takes over the tokens of another one, and ends the session of none', async () => {
    const { channel, last, known, requests } = await comeBack()
    channel.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
      if (data.type === 'ask') channel.postMessage({ type: 'pair', pair: last })
    })
    // It waits for the answer however slow this machine is.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    restoreSession()
    await refreshTokens('')
    vi.useRealTimers()
    expect(refreshes(requests)).toHaveLength(known)
    expect(currentSession().status).toBe('active')
    expect((await ask()).parseLinks()).toMatchObject([{ name: 'of mei.txt' }])
    expect(sessionStorage.getItem(key)).toContain(last.refresh)
  })

  it('does not tell its old tokens to others', async () => {
    const { channel, requests, known } = await comeBack()
    const stored = sessionStorage.getItem(key) ?? ''
    const told: unknown[] = []
    channel.addEventListener('message', ({ data }) => told.push(data))
    const later = new BroadcastChannel(key)
    onTestFinished(() => later.close())
    const heard = new Promise((resolve) => later.addEventListener('message', resolve))
    restoreSession()
    channel.postMessage({ type: 'ask' })
    await heard
    await refreshTokens('').catch(() => undefined)
    // Nobody has answered.
    expect(refreshes(requests)).toHaveLength(known + 1)
    const { refresh } = JSON.parse(stored) as { refresh: string }
    expect(JSON.stringify(told)).not.toContain(refresh)
  })

  it('does not have others take over tokens that are not renewed yet', async () => {
    const { service, mei } = await page()
    await ask()
    const stored = sessionStorage.getItem(key)
    const { refresh_token: refresh } = await service.seed.mintToken(mei)
    const channel = new BroadcastChannel(key)
    onTestFinished(() => channel.close())
    const pair = { access: '', accessExpires: 0, refresh, userId: mei, keep: false }
    channel.postMessage({ type: 'pair', pair })
    // A message from this channel comes after the one before it.
    const later = new BroadcastChannel(key)
    onTestFinished(() => later.close())
    const heard = new Promise((resolve) => later.addEventListener('message', resolve))
    channel.postMessage({ type: 'nothing' })
    await heard
    expect(sessionStorage.getItem(key)).toBe(stored)
  })

  it('P2 asks nobody when it was only reloaded', async () => {
    const { requests } = await page()
    const known = refreshes(requests).length
    resetTokensAndSession()
    // The wait for an answer would not end.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    restoreSession()
    await refreshTokens('')
    expect(refreshes(requests)).toHaveLength(known + 1)
    expect(currentSession().status).toBe('active')
  })
})
