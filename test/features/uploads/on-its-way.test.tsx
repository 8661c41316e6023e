import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { domState } from '../../dom/dom-state.ts'
import { controlTimers, passTime } from '../../dom/dom-timers.ts'
import type { Fault } from '../../dom/network.ts'
import { held } from '../../dom/network.ts'
import {
  chunk,
  sent,
  atWork,
  row,
  bytesOf,
  file,
  choose,
  panel,
  listed,
  ends,
  namesInWork,
  lockCount,
  uploadCount,
  isContent,
  isPart,
} from './fixtures.tsx'

function setOnline(isOnline: boolean): void {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  onTestFinished(() => online.mockRestore())
}

describe('F2 while a file is on its way', () => {
  it('it is paused and resumed where it was', async () => {
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), { kind: 'stall' }) })
    choose([file('film.bin', chunk * 2 + 1)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    await app.user.click(await screen.findByRole('button', { name: /^Pause .*film\.bin/ }))
    await waitFor(async () => expect(await listed('film.bin')).toHaveTextContent('Paused'))
    await app.user.click(screen.getByRole('button', { name: /^Resume .*film\.bin/ }))
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(chunk * 2 + 1))).toBe(true)
    const first = sent(app.requests, 'POST', '/file/upload/').filter(({ path }) =>
      path.endsWith('/0'),
    )
    expect(first).toHaveLength(1)
  })

  it('paused while its last part is arriving, it is done on resuming', async () => {
    const last = held()
    const app = await atWork({ faults: (faults) => faults.next(isPart(0), last.fault) })
    choose([file('note.txt', 9)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(1))
    await app.user.click(await screen.findByRole('button', { name: /^Pause .*note\.txt/ }))
    await waitFor(async () => expect(await listed('note.txt')).toHaveTextContent('Paused'))
    last.free()
    await waitFor(() => expect(uploadCount(app)).toBe(0))
    await app.user.click(screen.getByRole('button', { name: /^Resume .*note\.txt/ }))
    await ends('1 file uploaded')
    expect(await isContent(app, 'note.txt', bytesOf(9))).toBe(true)
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(1)
  })

  it('cancelling takes the lock and what was sent along', async () => {
    const app = await atWork({ faults: (faults) => faults.next(isPart(1), { kind: 'stall' }) })
    choose([file('film.bin', chunk + 1)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    expect(lockCount(app)).toBe(1)
    await app.user.click(await screen.findByRole('button', { name: /^Cancel .*film\.bin/ }))
    await waitFor(() => expect(lockCount(app)).toBe(0))
    await waitFor(() => expect(uploadCount(app)).toBe(0))
    expect(await namesInWork(app)).not.toContain('film.bin')
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
    // No status line for screen readers says so either.
    expect(screen.queryByText('Uploading 1 file')).toBeNull()
  })

  it('that arrives is told to other tabs of this browser', async () => {
    const last = held()
    const app = await atWork({
      isLive: true,
      faults: (faults) => faults.next(isPart(1), last.fault),
    })
    const heard: unknown[] = []
    const channel = new BroadcastChannel(`latchkey.events.${app.mei}`)
    domState.cleanups.push(() => channel.close())
    channel.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
      if (data.type === 'changed') heard.push(data)
    })
    choose([file('film.bin', chunk + 1)])
    // Of its placeholder.
    await waitFor(() => expect(heard.length).toBeGreaterThan(0), { timeout: 10_000 })
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(2))
    const before = heard.length
    last.free()
    await ends('1 file uploaded')
    await waitFor(() => expect(heard.length).toBeGreaterThan(before), { timeout: 10_000 })
  })

  it('signing out takes the locks along, and waits for that', async () => {
    const ending = held()
    const app = await atWork({
      faults: (faults) => {
        faults.always(isPart(1), { kind: 'stall' })
        faults.always('DELETE /file/upload', ending.fault)
      },
    })
    choose([file('film.bin', chunk + 1), file('long.bin', chunk * 3), file('other.bin', chunk * 3)])
    await waitFor(() => expect(sent(app.requests, 'POST', '/file/upload/')).toHaveLength(4))
    expect(lockCount(app)).toBe(2)
    await app.user.click(screen.getByRole('button', { name: /Mei Wang/ }))
    await app.user.click(await screen.findByRole('button', { name: 'Sign out' }))
    const question = await screen.findByRole('dialog', { name: 'Sign out and cancel uploads?' })
    expect(question).toHaveAccessibleDescription(/have not finished uploading/)
    expect(sent(app.requests, 'DELETE', '/file/upload')).toEqual([])
    await app.user.click(within(question).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(sent(app.requests, 'DELETE', '/file/upload')).toHaveLength(2))
    expect(sent(app.requests, 'DELETE', '/session')).toEqual([])
    ending.free()
    await screen.findByLabelText('Email')
    expect(lockCount(app)).toBe(0)
    expect(uploadCount(app)).toBe(0)
    expect(await namesInWork(app)).not.toContain('film.bin')
  })

  it('all of them are cancelled after one question', async () => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(0), { kind: 'stall' }) })
    choose([file('a.txt'), file('b.txt'), file('c.txt')])
    await waitFor(() => expect(lockCount(app)).toBe(2))
    await app.user.click(within(await panel()).getByRole('button', { name: 'Cancel all…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel 3 uploads?' })
    expect(dialog).toHaveAccessibleDescription(/sent of these files/)
    await app.user.click(within(dialog).getByRole('button', { name: 'Cancel uploads' }))
    await waitFor(() => expect(lockCount(app)).toBe(0))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull())
  })

  it('the question says which button keeps it, and speaks of one file as of one', async () => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(0), { kind: 'stall' }) })
    choose([file('a.txt')])
    await waitFor(() => expect(lockCount(app)).toBe(1))
    await app.user.click(within(await panel()).getByRole('button', { name: 'Close uploads' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel 1 upload?' })
    expect(dialog).toHaveAccessibleDescription(/sent of this file/)
    expect(
      within(dialog)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Keep uploading', 'Cancel upload'])
    const keep = within(dialog).getByRole('button', { name: 'Keep uploading' })
    expect(keep).toHaveFocus()
    await app.user.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await listed('a.txt')).toBeVisible()
    expect(lockCount(app)).toBe(1)
  })

  it('G7 its buttons are pressed by keys alone, and the focus stays among them', async () => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(0), { kind: 'stall' }) })
    choose([file('a.txt'), file('b.txt')])
    await waitFor(() => expect(lockCount(app)).toBe(2))
    const button = (name: RegExp) => screen.findByRole('button', { name })
    const press = async (name: RegExp) => {
      ;(await button(name)).focus()
      await app.user.keyboard('{Enter}')
    }
    const hasFocus = async (name: RegExp) => expect(await button(name)).toHaveFocus()
    await press(/^Pause .*a\.txt/)
    await hasFocus(/^Resume .*a\.txt/)
    await press(/^Resume .*a\.txt/)
    await hasFocus(/^Pause .*a\.txt/)
    await press(/^Cancel .*a\.txt/)
    await hasFocus(/^Cancel .*b\.txt/)
    expect(screen.queryByRole('button', { name: /a\.txt/ })).toBeNull()
    await press(/^Cancel .*b\.txt/)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull())
    await waitFor(() =>
      expect(within(screen.getByRole('grid')).getAllByRole('row')).toContain(
        document.activeElement,
      ),
    )
  })

  it.each([
    ['the connection breaks', { kind: 'drop' }],
    ['the answer gets lost', { kind: 'lost' }],
    ['the service is busy', { kind: 'status', status: 503 }],
    ['the answer is cut', { kind: 'truncate' }],
    [
      'it is cut on its way',
      { kind: 'json', body: { code: ErrorCode.invalidContentLength, msg: 'Upload interrupted' } },
    ],
  ] as const)('a part is sent again when %s', async (_name, fault) => {
    controlTimers()
    const app = await atWork({
      faults: (faults) => {
        faults.next(isPart(0), fault)
        faults.next(isPart(1), fault)
      },
    })
    choose([file('film.bin', chunk + 9)])
    await passTime(2_000)
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(chunk + 9))).toBe(true)
    expect(lockCount(app)).toBe(0)
  })

  it('the answer to its beginning may get lost, and nothing stays locked', async () => {
    const app = await atWork({
      faults: (faults) => faults.next('PUT /file/upload', { kind: 'lost' }),
    })
    choose([file('film.bin', 9)])
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(9))).toBe(true)
    expect(lockCount(app)).toBe(0)
  })

  it('without a network it waits for as long as there is none', async () => {
    setOnline(false)
    const app = await atWork({ faults: (faults) => faults.always(isPart(0), { kind: 'drop' }) })
    choose([file('film.bin', 9)])
    for (let tries = 1; tries < 10; tries++) {
      await waitFor(() =>
        expect(sent(app.requests, 'POST', '/file/upload/').length).toBeGreaterThanOrEqual(tries),
      )
      await waitFor(async () =>
        expect(await listed('film.bin')).toHaveTextContent('Waiting for the network'),
      )
      const buttons = within(await listed('film.bin')).getAllByRole('button')
      expect(buttons).toHaveLength(1)
      expect(buttons[0]).toHaveAccessibleName(/^Cancel .*film\.bin/)
      expect(screen.queryByRole('button', { name: /^(Pause|Resume|Retry)/ })).toBeNull()
      const head = within(await panel()).getByRole('button', { expanded: true })
      expect(head).toHaveTextContent('Waiting for the network0 B of 9 B')
      dispatchEvent(new Event('online'))
    }
    app.faults.clear()
    dispatchEvent(new Event('online'))
    await ends('1 file uploaded')
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(1)
  })

  it.each<[string, Fault]>([
    ['is not reached', { kind: 'drop' }],
    ['is hidden by a gateway', { kind: 'status', status: 502 }],
  ])('F2 a service that %s for long is waited for, and Retry goes on at once', async (_, fault) => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(0), fault) })
    choose([file('film.bin', 9)])
    // "Retry" shortens the delays: an upload is tried more often than any other request.
    await waitFor(
      async () => {
        await app.user.click(screen.getByRole('button', { name: 'Retry' }))
        expect(sent(app.requests, 'POST', '/file/upload/').length).toBeGreaterThan(8)
      },
      { timeout: 15_000 },
    )
    expect(await listed('film.bin')).toHaveTextContent('Waiting for the service')
    app.faults.clear()
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(9))).toBe(true)
  })

  it('begins anew by itself when the service has lost it by being started again', async () => {
    const app = await atWork()
    const lost = { code: ErrorCode.uploadSessionGone, msg: 'Upload session not found' }
    const dropLock = () => app.service.seed.removeLocks(app.service.seed.lockTokens())
    app.faults.next((request) => isPart(1)(request) && (dropLock(), true), {
      kind: 'json',
      body: lost,
    })
    app.faults.next('DELETE /file/upload', { kind: 'json', body: lost })
    choose([file('film.bin', chunk + 5)])
    await ends('1 file uploaded')
    expect(await listed('film.bin')).toHaveTextContent('Uploaded')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await row('film.bin')).toBeVisible()
    expect(await isContent(app, 'film.bin', bytesOf(chunk + 5))).toBe(true)
    expect(await namesInWork(app)).toEqual(['Photos', 'film.bin', 'letter.txt'])
    expect(lockCount(app)).toBe(0)
  })

  it('that the service loses again and again is given up, with a way to start again', async () => {
    const app = await atWork({
      faults: (faults) =>
        faults.always(isPart(0), { kind: 'json', body: { code: ErrorCode.uploadSessionGone } }),
    })
    choose([file('film.bin')])
    await waitFor(async () =>
      expect(await listed('film.bin')).toHaveTextContent('The service has lost what was uploaded.'),
    )
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(4)
    app.faults.clear()
    await app.user.click(within(await panel()).getByRole('button', { name: 'Start again' }))
    await ends('1 file uploaded')
  })
})
