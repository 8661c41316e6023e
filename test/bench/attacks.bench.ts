import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import {
  accountOf,
  guessPasswords,
  keepSilent,
  pipelineRequests,
  sendHalfBodies,
} from '../server/attacks/admission-attacks.ts'
import { attackedServices, type AttackedService } from '../server/attacks/attacked-service.ts'
import { signIn } from '../server/attacks/clients.ts'
import { ms } from './harness/metrics.ts'

/* What attacks on the service cost others, and what many honest clients cost: figures beside their bars. */

const start = attackedServices()
const table: Record<'figure' | 'value' | 'bar', string>[] = []
afterAll(() => console.table(table))
const report = (figure: string, value: string, bar: string) => table.push({ figure, value, bar })
const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`

const clients = 200
const durationMs = 60_000
/** Between two requests of a client. */
const pauseMs = 100

/** Asks on a kept connection, and gives whether the answer was a good one. */
function get(agent: Agent, url: string, from: string, token: string): Promise<boolean> {
  return new Promise((resolve) => {
    const out = request(url, {
      agent,
      localAddress: from,
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    })
    out.on('error', () => resolve(false))
    out.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('error', () => resolve(false))
      answer.on('end', () => resolve(answer.statusCode === 200 && /"code":0|<!doctype/.test(text)))
    })
    out.end()
  })
}

test('200 clients from as many addresses for a minute', async () => {
  const service = await start()
  const { token } = await signIn(service.address, accountOf(service, 'owner'))
  const uris = [
    { path: 'api/v4/site/ping', token: '' },
    { path: 'api/v4/file?uri=svc%3A%2F%2Fmy', token },
    { path: 'api/v4/user/capacity', token },
    { path: '', token: '' },
  ]
  const times: number[] = []
  let errors = 0
  const run = async (index: number, end: number, isMeasured: boolean) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let round = index; performance.now() < end; round++) {
      const { path, token: bearer } = uris[round % uris.length] ?? { path: '', token: '' }
      const begun = performance.now()
      const isGood = await get(agent, service.address + path, `127.0.0.${index + 2}`, bearer)
      if (!isGood) errors += 1
      if (isMeasured) times.push(performance.now() - begun)
      await sleep(pauseMs)
    }
    agent.destroy()
  }
  const all = (end: number, isMeasured: boolean) =>
    Promise.all(Array.from({ length: clients }, (_, index) => run(index, end, isMeasured)))
  // Until the code on the way is compiled and the heap has its size.
  await all(performance.now() + 10_000, false)
  const [before, descriptors] = [service.memory(), service.descriptors()]
  await all(performance.now() + durationMs, true)
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
  report(`${times.length} requests: errors`, String(errors), '0')
  report('p99 of an answer', ms(p99), '≤ 500 ms')
  report('memory grows by', megabytes(service.memory() - before), '≤ 50 MB')
  await service.descriptorsAtMost(descriptors + 5)
  expect(errors).toBe(0)
})

const attacks: Record<string, (service: AttackedService) => Promise<void>> = {
  'throttled sign-ins': (service) =>
    guessPasswords(service, { isThrottled: true }, () => sleep(5_000)),
  'sign-ins for many accounts': (service) =>
    guessPasswords(service, { isThrottled: false }, () => sleep(5_000)),
  'pipelined requests': pipelineRequests,
  '1,000 silent connections': (service) => keepSilent(service, () => sleep(5_000)),
  '200 half bodies': (service) => sendHalfBodies(service, () => sleep(5_000)),
}

test.each(Object.entries(attacks))('%s', async (name, attack) => {
  const service = await start({ openFiles: 1_024 })
  const before = service.descriptors()
  const cost = await service.during(() => attack(service))
  await service.descriptorsAtMost(before + 5)
  report(`${name}: longest ping`, ms(cost.longestStall), '≤ 500 ms')
  report(`${name}: pings that failed`, String(cost.failedPings), '0')
  report(`${name}: memory`, megabytes(cost.peakMemory), '≤ 700 MB')
})
