import { expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'

test('Security 7 refusals that a caller without an account does not read are refused beyond 4 MB of one address', async () => {
  const service = await openTestService()
  const uris = Array.from({ length: 3000 }, (_one, at) => `svc://my/${'é'.repeat(150)}${at}`)
  const statuses: number[] = []
  for (let at = 0; at < 3; at++) {
    const request = new Request('http://localhost/api/v4/file/url', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uris }),
    })
    const from = { address: '203.0.113.7', closed: new Promise<void>(() => undefined) }
    statuses.push((await service.fetch(request, from)).status)
  }
  expect(statuses).toEqual([200, 503, 503])
})
