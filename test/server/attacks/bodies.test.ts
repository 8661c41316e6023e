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
  test.each([
    ['4 MiB', {}, 4],
    ['64 MiB where its length is declared', { 'content-length': String(2 ** 30) }, 64],
  ])(
    'is read on up to %s, so that the client gets the answer',
    async (_size, headers, megabytes) => {
      const service = await openTestService()
      const chunk = new Uint8Array(65_536)
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += chunk.length
          controller.enqueue(chunk)
        },
      })
      const to = { as: service.owner, body, headers }
      const answer = send(service, 'POST', '/file/upload/unknown/0', to)
      expect((await envelope(answer)).code).toBe(40011)
      const limit = megabytes * 2 ** 20
      expect(sent).toBeGreaterThanOrEqual(limit)
      // The stream is a little ahead of its reader.
      expect(sent).toBeLessThan(limit + 10 * chunk.length)
    },
  )
})
