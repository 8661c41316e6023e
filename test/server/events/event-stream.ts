import { onTestFinished } from 'vitest'
import type { TestService } from '../service-harness.ts'

export const clientId = '0d1f2a3b-0000-4000-8000-000000000001'

export type Event = { event: string; data: string }

/** Reads a stream of events; `next` resolves to the next ones, or undefined at its end. */
export async function listen(
  service: TestService,
  {
    as = service.owner,
    uri = 'svc://my',
    id = clientId,
  }: { as?: string; uri?: string; id?: string } = {},
) {
  const { access_token: token } = await service.seed.mintToken(as)
  const response = await service.fetch(
    new Request(`http://localhost/api/v4/file/events?uri=${encodeURIComponent(uri)}`, {
      headers: { authorization: `Bearer ${token}`, 'x-cr-client-id': id },
    }),
  )
  const isStream = response.headers.get('content-type') === 'text/event-stream;charset=utf-8'
  const reader = isStream ? response.body?.getReader() : undefined
  if (!reader) {
    return { response, next: async () => undefined, drop: async () => {}, answer: response.json() }
  }
  const decoder = new TextDecoder()
  onTestFinished(() => reader.cancel())
  let text = ''
  const next = async (): Promise<Event | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const found = /^event:(.*)\ndata:(.*)$/.exec(text.slice(0, end))
        text = text.slice(end + 2)
        if (!found) throw new Error('not an event')
        return { event: found[1] ?? '', data: found[2] ?? '' }
      }
      const { done, value } = await reader.read()
      if (done) return undefined
      text += decoder.decode(value, { stream: true })
    }
  }
  return { response, next, drop: () => reader.cancel(), answer: undefined }
}
