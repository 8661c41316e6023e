import { expect, it } from 'vitest'
import {
  accountOf,
  guessPasswords,
  keepSilent,
  pipelineRequests,
  sendHalfBodies,
} from '../admission-attacks.ts'
import { attackedServices, type AttackedService } from '../attacked-service.ts'
import { ask, connectTo, signIn } from '../clients.ts'

const start = attackedServices()
const megabyte = 1024 ** 2
const elsewhere = '127.0.0.201'
/** An eighth of the real one. */
const passwordCost = 14

async function signInFourTimes(service: AttackedService): Promise<number[]> {
  const codes: number[] = []
  for (let attempt = 0; attempt < 4; attempt++) {
    codes.push((await signIn(service.address, accountOf(service, 'owner'), elsewhere)).code)
  }
  return codes
}

it('80 connections of a throttled stranger neither stop the sign-ins of others nor lock them out', async () => {
  const service = await start({ passwordCost })
  await guessPasswords(service, { isThrottled: true }, async () => {
    expect(await signInFourTimes(service)).toEqual(Array(4).fill(0))
  })
})

it('80 connections of a stranger who is not throttled yet do not, either', async () => {
  const service = await start({ passwordCost })
  await guessPasswords(service, { isThrottled: false }, async () => {
    expect(await signInFourTimes(service)).toEqual(Array(4).fill(0))
  })
})

it('285 kB of pipelined requests whose answers nobody reads cost neither memory nor time', async () => {
  const service = await start()
  const before = service.descriptors()
  const cost = await service.during(() => pipelineRequests(service))
  expect(cost.failedPings).toBe(0)
  expect(cost.longestStall).toBeLessThan(2_000)
  expect(cost.peakMemory).toBeLessThan(700 * megabyte)
  await service.descriptorsAtMost(before + 5)
})

it('pipelined requests are answered one after another, however many there are', async () => {
  const service = await start()
  const count = 5_000
  const socket = await connectTo(service.address)
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (text += chunk))
  socket.write('GET /api/v4/site/ping HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count))
  await expect.poll(() => text.split('HTTP/1.1 200 OK').length - 1, { timeout: 30_000 }).toBe(count)
  socket.destroy()
})

it('with 1,024 descriptors and 1,000 silent connections the owner still gets in', async () => {
  const service = await start({ openFiles: 1_024 })
  const before = service.descriptors()
  await keepSilent(service, async () => {
    const { token } = await signIn(service.address, accountOf(service, 'owner'))
    const headers = { authorization: `Bearer ${token}` }
    const { text } = await ask(service.address, '/file?uri=svc%3A%2F%2Fmy', { headers })
    expect(JSON.parse(text)).toMatchObject({ code: 0 })
  })
  await service.descriptorsAtMost(before + 5)
})

it('of 200 requests of one stranger that do not end, 160 wait and 40 are asked to come back', async () => {
  const service = await start()
  const ping = async (from: string) => (await ask(service.address, '/site/ping', { from })).status
  await sendHalfBodies(service, async (answers) => {
    const busy = () => answers.filter((text) => text.startsWith('HTTP/1.1 503'))
    await expect.poll(() => busy().length).toBe(40)
    expect(busy()[0]).toMatch(/^retry-after: 1\r$/im)
    expect(busy()[0]).toContain('"code":-1')
    // Others are not concerned.
    expect(await ping(elsewhere)).toBe(200)
    expect((await signIn(service.address, accountOf(service, 'owner'), elsewhere)).code).toBe(0)
  })
  await expect.poll(() => ping('127.0.0.66')).toBe(200)
})
