import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { describeUpstream } from '#src/server/http/upstream-check.ts'

async function describe(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const line = await describeUpstream(origin)
  server.closeAllConnections()
  server.close()
  expect(line).not.toContain('\n')
  return line.replace(origin.origin, 'U')
}

const json = (data: unknown) => JSON.stringify({ code: 0, msg: '', data })

test('R3 names a real server by its title and version', async () => {
  const line = await describe((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(request.url?.endsWith('/ping') ? json('4.18.0') : json({ title: 'Our\ndrive' }))
  })
  expect(line).toBe('U speaks the protocol: "Our drive", version 4.18.0.')
})

test('R3 says of another server what it answered', async () => {
  const line = await describe((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html>')
  })
  expect(line).toBe(
    'U does not answer as a server of the protocol: GET /api/v4/site/ping was answered with 200, text/html.',
  )
})

test('R3 says that a server cannot be reached', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  expect(await describeUpstream(new URL(`http://127.0.0.1:${port}`))).toMatch(/: ECONNREFUSED\.$/)
})
