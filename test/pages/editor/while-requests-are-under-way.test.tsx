import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { here } from '../../dom/harness.tsx'
import { held, type Sent } from '../../dom/network.ts'
import { callService } from '../../processes/service-api.ts'
import {
  becomeVisible,
  compareAnd,
  field,
  open,
  openFollowing,
  save,
  unlockAll,
  write,
} from './fixtures.tsx'

const isSave = ({ method, path }: Pick<Sent, 'method' | 'path'>) =>
  method === 'POST' && path.endsWith('/contents')
const isReading = ({ method, path }: Pick<Sent, 'method' | 'path'>) =>
  method === 'GET' && path.endsWith('/contents')
const isLock = ({ method, path }: Pick<Sent, 'method' | 'path'>) =>
  method === 'POST' && /^\/file\/wopi\/[^/]+$/.test(path)

describe('V4 a text, while a request is under way', () => {
  it('is not saved with what was taken back meanwhile', async () => {
    const app = await open()
    await write(app, 'So. ')
    const { fault, free } = held()
    app.faults.next(isSave, fault)
    await save(app.user)
    await waitFor(() => expect(app.requests.filter(isSave)).toHaveLength(1))
    fireEvent.input(await field(), { target: { value: 'Dear Lin,' } })
    free()
    expect(await screen.findByText('Unsaved changes')).toBeVisible()
    expect(await app.stored()).toContain('So. ')
    await save(app.user)
    await screen.findByText('Saved')
    expect(await app.stored()).toBe('Dear Lin,')
  })

  it('has nothing unsaved when it is typed back and the save is refused', async () => {
    const app = await open()
    await write(app, 'So. ')
    const { fault, free } = held()
    app.faults.next(isSave, fault)
    await save(app.user)
    await waitFor(() => expect(app.requests.filter(isSave)).toHaveLength(1))
    fireEvent.input(await field(), { target: { value: 'Dear Lin,' } })
    unlockAll(app.service)
    free()
    await screen.findByText(/This file was unlocked/)
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull())
    expect((await field()).value).toBe('Dear Lin,')
    expect(await app.stored()).toBe('Dear Lin,')
    const isAsked = !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(isAsked).toBe(false)
  })

  it('keeps what is typed while a copy is saved', async () => {
    const app = await open()
    await write(app, 'So. ')
    unlockAll(app.service)
    await becomeVisible()
    const { fault, free } = held()
    app.faults.next('PUT /file/content', fault)
    await app.user.click(await screen.findByRole('button', { name: 'Save as a copy' }))
    await waitFor(() =>
      expect(app.requests.some(({ path }) => path === '/file/content')).toBe(true),
    )
    await app.user.type(await field(), 'And more. ')
    free()
    expect(
      await screen.findByText(/Saved as .*What you have typed since is not in it\./),
    ).toBeVisible()
    expect(decodeURIComponent(here())).not.toContain('(2)')
    expect((await field()).value).toContain('And more. ')
  })

  it('keeps what is typed while the stored text is being loaded', async () => {
    const app = await openFollowing()
    await write(app, 'So. ')
    unlockAll(app.service)
    await app.saveElsewhere('Dear Mei,')
    const { fault, free } = held()
    await app.user.click(await screen.findByRole('button', { name: 'Compare…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Which text should stay?' }))
    const load = dialog.getByRole('button', { name: 'Discard mine and reload' })
    await waitFor(() => expect(load).not.toHaveAttribute('aria-disabled'))
    await dialog.findAllByRole('row')
    const { length } = app.requests.filter(isReading)
    app.faults.next(isReading, fault)
    await app.user.click(load)
    await waitFor(() => expect(app.requests.filter(isReading)).toHaveLength(length + 1))
    await app.user.type(await field(), 'And more. ')
    free()
    await becomeVisible()
    expect(await screen.findByRole('button', { name: 'Compare…' })).toBeVisible()
    expect((await field()).value).toContain('And more. ')
    await compareAnd(app.user, 'Discard mine and reload')
    await waitFor(async () => expect(await field()).toHaveValue('Dear Mei,'))
  })

  it('is in no conflict when what is loaded is what was opened, and more was typed meanwhile', async () => {
    const app = await open()
    const { service, mei, uri, user } = app
    const send = async (method: string, path: string, body: unknown) => {
      const answer = await callService(service, method, path, { as: mei, body })
      expect(answer.code).toBe(0)
      return answer.data
    }
    const at = `uri=${encodeURIComponent(uri)}`
    const { primary_entity } = await send('GET', `/file/info?${at}`, undefined)
    await write(app, 'So. ')
    unlockAll(service)
    await send('PUT', `/file/content?${at}`, 'Dear Mei,')
    await save(user)
    await user.click(await screen.findByRole('button', { name: 'Lock again' }))
    await screen.findByText(/was changed elsewhere/)
    await user.click(await screen.findByRole('button', { name: 'Compare…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Which text should stay?' }))
    await dialog.findByRole('row', { name: /Dear Mei/ })
    unlockAll(service)
    await send('POST', '/file/version/current', { uri, version: primary_entity })
    const { fault, free } = held()
    const { length } = app.requests.filter(isReading)
    app.faults.next(isReading, fault)
    await user.click(dialog.getByRole('button', { name: 'Discard mine and reload' }))
    await waitFor(() => expect(app.requests.filter(isReading)).toHaveLength(length + 1))
    await user.type(await field(), 'And more. ')
    free()
    await waitFor(() => expect(screen.queryByText(/was changed elsewhere/)).toBeNull())
    expect((await field()).value).toContain('And more. ')
    expect(screen.getByText('Unsaved changes')).toBeVisible()
  })

  it('is not left locked when the page is left while the lock is being taken', async () => {
    const app = await open()
    await field()
    const { fault, free } = held()
    app.faults.next(isLock, fault)
    const { length } = app.requests
    fireEvent.input(await field(), { target: { value: 'So. Dear Lin,' } })
    await waitFor(() => expect(app.requests.length).toBeGreaterThan(length))
    await app.user.click(screen.getByRole('link', { name: 'Trash' }))
    await app.user.click(await screen.findByRole('button', { name: 'Discard and leave' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    free()
    await act(() => new Promise<void>((resolve) => void setTimeout(resolve, 100)))
    await waitFor(() => expect(app.service.seed.lockTokens()).toEqual([]))
  })

  it('is not left locked when the page is left during Lock again', async () => {
    const app = await open()
    await write(app, 'So. ')
    await save(app.user)
    await screen.findByText('Saved')
    unlockAll(app.service)
    await becomeVisible()
    await screen.findByRole('alert')
    const { fault, free } = held()
    app.faults.next(isLock, fault)
    await app.user.click(screen.getByRole('button', { name: 'Lock again' }))
    await app.user.click(screen.getByRole('link', { name: 'Trash' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    free()
    await act(() => new Promise<void>((resolve) => void setTimeout(resolve, 100)))
    await waitFor(() => expect(app.service.seed.lockTokens()).toEqual([]))
  })

  it('takes a save whose answer was lost for its own when the network is back', async () => {
    const app = await open()
    await write(app, 'So. ')
    app.faults.next(isSave, { kind: 'lost' })
    app.faults.always(({ method, path }) => method === 'GET' && path.endsWith('/contents'), {
      kind: 'drop',
    })
    await save(app.user)
    expect(await screen.findByText(/This could not be saved/)).toBeVisible()
    app.faults.clear()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() + 60_000)
      act(() => void window.dispatchEvent(new Event('online')))
      expect(await screen.findByText('Saved')).toBeVisible()
      expect(screen.queryByText(/was changed elsewhere/)).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})
