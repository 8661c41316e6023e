import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attackedServices } from './attacked-service.ts'

/** 2,156 bytes: 9,990 × 9,990 pixels of one colour, written by sharp. */
const flat = new Uint8Array(readFileSync(new URL('./flat-9990.avif', import.meta.url)))

const start = attackedServices()

/** The processes that a process has started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

test('Security 7 small files that are huge pictures cost neither memory nor time, and end with the service', async () => {
  const service = await start()
  const [account] = service.accounts
  const ask = async (method: string, path: string, headers = {}, body?: BodyInit) => {
    const answer = await fetch(`${service.address}api/v4${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    return (await answer.json()) as { code: number; data: { token: { access_token: string } } }
  }
  const { data } = await ask(
    'POST',
    '/session/token',
    { 'content-type': 'application/json' },
    JSON.stringify({ email: account?.email, password: account?.password }),
  )
  const headers = { authorization: `Bearer ${data.token.access_token}` }
  const names = Array.from({ length: 8 }, (_, at) => `${at}.avif`)
  for (const name of names) {
    const put = await ask('PUT', `/file/content?uri=svc://my/${name}`, headers, flat)
    expect(put.code).toBe(0)
  }
  const cost = await service.during(async () => {
    const answers = await Promise.all(
      names.map((name) => ask('GET', `/file/thumb?uri=svc://my/${name}`, headers)),
    )
    expect(answers.map(({ code }) => code)).toEqual(names.map(() => 40077))
  })
  expect(cost.failedPings).toBe(0)
  expect(cost.peakMemory).toBeLessThan(500e6)
  if (process.platform !== 'linux') return
  const children = childrenOf(service.child.pid ?? 0)
  expect(children).toHaveLength(2)
  for (const pid of children) expect(memoryOf(pid)).toBeLessThan(200e6)
  service.child.kill('SIGKILL')
  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  await expect.poll(() => children.some(isRunning), { timeout: 10_000 }).toBe(false)
})
