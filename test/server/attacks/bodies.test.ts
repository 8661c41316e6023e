import * as v from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { envelope, send, slowBody } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('Security 7 a body that drips', () => {
  test('is given up after ten seconds, however regularly it comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const service = await openTestService()
    const { stream, push } = slowBody()
    const headers = { 'content-type': 'application/json' }
    const answer = send(service, 'POST', '/session/token', { body: stream, headers })
    for (let second = 0; second < 11; second++) {
      push(' ')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect((await answer).status).toBe(408)
  })

  test('may be a content as long as something comes within each minute', async () => {
    const service = await openTestService()
    const { stream, push } = slowBody()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = send(service, 'PUT', '/file/content?uri=svc://my/slow.txt', {
      as: service.owner,
      body: stream,
    })
    // The lock is taken as soon as the body is being received.
    const locks = () => service.db.query('SELECT key FROM locks', [], v.unknown())
    while (locks().length === 0) await new Promise((resolve) => setImmediate(resolve))
    for (let piece = 0; piece < 5; piece++) {
      await vi.advanceTimersByTimeAsync(59_000)
      push('x')
      await vi.advanceTimersByTimeAsync(500)
    }
    await vi.advanceTimersByTimeAsync(61_000)
    expect((await answer).status).toBe(408)
  })
})

describe('Security 7 an upload that is refused early', () => {
  test('is read to its end, so that the client gets the answer', async () => {
    const service = await openTestService()
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        if (sent > 4 * 2 ** 20) controller.close()
        else controller.enqueue(new Uint8Array(65_536))
      },
    })
    const answer = send(service, 'POST', '/file/upload/unknown/0', { as: service.owner, body })
    expect((await envelope(answer)).code).toBe(40011)
    expect(sent).toBeGreaterThan(4 * 2 ** 20)
  })
})
