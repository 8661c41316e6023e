import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { describeUpstream } from '#src/server/http/upstream/upstream-check.ts'
import { listen } from '../../../processes/listen.ts'

async function describe(answer: RequestListener): Promise<string> {
  const { address, close } = await listen(createServer(answer))
  const origin = new URL(address)
  const line = await describeUpstream(origin)
  await close()
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
  const { address, close } = await listen(createServer())
  await close()
  expect(await describeUpstream(new URL(address))).toMatch(/: ECONNREFUSED\.$/)
})
