import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { textEditorViewerId } from '#src/server/http/site.ts'
import { attackedServices } from '../attacked-service.ts'
import { ask, signIn } from '../clients.ts'

const start = attackedServices()

it('asking for the head of contents, archives and events again and again opens nothing', async () => {
  const service = await start()
  const { address, accounts } = service
  const owner = accounts.find(({ role }) => role === 'owner')
  if (!owner) throw new Error('there is no owner')
  const { token } = await signIn(address, owner)
  const headers = { authorization: `Bearer ${token}` }
  const send = async (method: string, path: string, body?: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return JSON.parse((await ask(address, path, { method, headers, body: text })).text) as {
      code: number
      // oxlint-disable-next-line typescript/no-explicit-any
      data: any
    }
  }
  // A stream that is opened reads the beginning of it, and stays open.
  const letter = 'Dear you. '.repeat(100_000)
  const uri = 'svc://my/letter.txt'
  const at = encodeURIComponent(uri)
  await send('POST', '/file/create', { uri, type: 'file', err_on_conflict: true })
  expect((await send('PUT', `/file/content?uri=${at}`, letter)).code).toBe(0)
  const { id } = (await send('GET', `/file/info?uri=${at}`)).data as { id: string }
  const session = await send('PUT', '/file/viewerSession', {
    uri,
    viewer_id: textEditorViewerId,
    preferred_action: 'view',
  })
  const access = encodeURIComponent(session.data.session.access_token)
  const file = await send('POST', '/file/url', { uris: [uri] })
  const archive = await send('POST', '/file/url', { uris: [uri], archive: true })
  const below = (url: string) => url.slice(url.indexOf('/api/v4') + '/api/v4'.length)
  const contents = `/file/wopi/${id}/contents?access_token=${access}`
  const paths = [contents, below(file.data.urls[0].url), below(archive.data.urls[0].url)]

  for (let round = 0; round < 20; round++) {
    for (const path of paths) {
      expect(await ask(address, path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    }
    const events = await ask(address, '/file/events?uri=svc%3A%2F%2Fmy', {
      method: 'HEAD',
      headers: { ...headers, 'x-cr-client-id': randomUUID() },
    })
    expect(events.status).toBe(200)
    expect(events.headers['content-type']).toContain('text/event-stream')
  }
  // Only what reads contents has them open: connections and threads of the service's own do not count.
  await expect.poll(() => service.openFiles('service', 'contents')).toBe(0)
  expect((await ask(address, contents, { method: 'HEAD' })).headers['content-length']).toBe(
    '1000000',
  )
  expect((await ask(address, contents)).text).toBe(letter)
})
