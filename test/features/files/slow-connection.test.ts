import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getFileBytes, putFileContent } from '#src/api/files/content.ts'
import { readContents, writeContents } from '#src/api/files/editor-session.ts'

const session = { path: '/file/wopi/1', accessToken: 'token', expires: 0 }
const uri = 'svc://my/letter.txt'

/** In ms, how long a content takes on its way. */
let contentMs = 0

/** Contents take their time, all else is answered at once. Everything can be broken off. */
async function slowFetch(input: RequestInfo | URL, { signal }: RequestInit = {}) {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin)
  if (!pathname.endsWith('/file/url'))
    await new Promise<void>((resolve, reject) => {
      setTimeout(resolve, contentMs)
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
  if (pathname.endsWith('contents') || pathname.endsWith('/1/letter.txt'))
    return new Response('So it goes.')
  const data = pathname.endsWith('/file/url')
    ? { urls: [{ url: `${location.origin}/api/v4/file/content/1/letter.txt` }] }
    : { id: '1', name: 'letter.txt', path: uri, type: 0 }
  return Response.json({ code: 0, msg: '', data })
}

const { fetch } = globalThis
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  globalThis.fetch = slowFetch
})
afterEach(() => {
  vi.useRealTimers()
  globalThis.fetch = fetch
})

/** Whether it succeeds when the content takes so long, in seconds. */
async function succeeds(send: () => Promise<unknown>, seconds: number): Promise<boolean> {
  contentMs = seconds * 1000
  const outcomes: boolean[] = []
  send().then(
    () => outcomes.push(true),
    () => outcomes.push(false),
  )
  while (outcomes.length === 0) {
    vi.advanceTimersByTime(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return outcomes[0] ?? false
}

const large = new Uint8Array(1024 ** 2)
const small = new Uint8Array(1000)

it('V4 a text is read on a slow connection, for some minutes', async () => {
  for (const read of [() => getFileBytes(uri), () => readContents(session)]) {
    expect(await succeeds(read, 240)).toBe(true)
    expect(await succeeds(read, 600)).toBe(false)
  }
})

it('V4 a long text is saved on a slow connection, and a short one that nobody answers for fails soon', async () => {
  const saves = [
    (bytes: Uint8Array<ArrayBuffer>) => putFileContent(uri, bytes),
    (bytes: Uint8Array<ArrayBuffer>) => writeContents(session, 'lock', bytes),
  ]
  for (const save of saves) {
    expect(await succeeds(() => save(large), 240)).toBe(true)
    expect(await succeeds(() => save(small), 60)).toBe(false)
  }
})
