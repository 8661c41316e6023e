import { describe, expect, test } from 'vitest'
import { createAdmission } from '#src/server/http/admission/admission.ts'
import { openTestService } from '../service-harness.ts'

/** A promise, and the function that resolves it. */
function connection() {
  let close = () => {}
  const closed = new Promise<void>((resolve) => (close = resolve))
  return { closed, close }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))
const megabyte = 1024 ** 2
const busy = expect.objectContaining({ status: 503, headers: { 'retry-after': '1' } })

describe('Security 7 requests of one client', () => {
  test('wait beyond 32 in progress, begin in their order, and are asked to come back beyond 128 that wait', async () => {
    const admission = createAdmission()
    const begun: number[] = []
    const places: (() => void)[] = []
    const enterAll = Array.from({ length: 160 }, async (_, index) => {
      places[index] = await admission.enter('client')
      begun.push(index)
    })
    await turn()
    expect(begun).toHaveLength(32)
    await expect(admission.enter('client')).rejects.toEqual(busy)
    await admission.enter('another client')
    for (let index = 0; index < 128; index++) {
      places[index]?.()
      await turn()
    }
    await Promise.all(enterAll)
    expect(begun).toEqual(Array.from({ length: 160 }, (_, index) => index))
  })

  test('do not wait any more once their connection is lost', async () => {
    const admission = createAdmission()
    const leaves = await Promise.all(Array.from({ length: 32 }, () => admission.enter('client')))
    const { closed, close } = connection()
    const waiting = admission.enter('client', closed)
    close()
    await expect(waiting).rejects.toEqual(busy)
    leaves[0]?.()
    await admission.enter('client')
    await expect(Promise.race([admission.enter('client'), turn()])).resolves.toBeUndefined()
  })
})

describe('Security 7 answers that a caller without an account does not read', () => {
  test('are refused beyond 4 MB of one address, where one always fits', () => {
    const admission = createAdmission()
    const { closed } = connection()
    admission.holdUntilRead('192.0.2.1', 8 * megabyte, closed)
    expect(() => admission.holdUntilRead('192.0.2.1', megabyte, closed)).toThrow(busy)
    expect(() => admission.holdUntilRead('192.0.2.1', 1_000, closed)).not.toThrow()
    admission.holdUntilRead('192.0.2.2', 3 * megabyte, closed)
    expect(() => admission.holdUntilRead('192.0.2.2', 2 * megabyte, closed)).toThrow(busy)
  })

  test('are refused beyond 16 MB of all, IPv6 networks counting as one address', async () => {
    const admission = createAdmission()
    const { closed, close } = connection()
    for (let index = 1; index <= 4; index++) {
      admission.holdUntilRead(`2001:db8:0:${index}::1`, 2 * megabyte, closed)
      admission.holdUntilRead(`2001:db8:0:${index}::2`, 2 * megabyte, closed)
      expect(() => admission.holdUntilRead(`2001:db8:0:${index}::3`, megabyte, closed)).toThrow(
        busy,
      )
    }
    expect(() => admission.holdUntilRead('192.0.2.1', megabyte, closed)).toThrow(busy)
    expect(() => admission.holdUntilRead('192.0.2.1', 1_000, closed)).not.toThrow()
    close()
    await turn()
    expect(() => admission.holdUntilRead('192.0.2.1', 4 * megabyte, closed)).not.toThrow()
  })
})

/** Asks as a connection of 192.0.2.1 on which the answer is never read. */
async function unread(
  service: Awaited<ReturnType<typeof openTestService>>,
  path: string,
  token?: string,
) {
  const request = new Request(`http://localhost/api/v4${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  const { closed } = connection()
  return (await service.fetch(request, { address: '192.0.2.1', closed })).status
}

test('Security 7 a stranger at the address of a proxy does not hold up those who are signed in', async () => {
  const service = await openTestService()
  const tokenOf = async (id: string) => (await service.seed.mintToken(id)).access_token
  const owner = await tokenOf(service.owner)
  for (let index = 0; index < 32; index++) expect(await unread(service, '/site/ping')).toBe(200)
  const waits = (asked: Promise<number>) => Promise.race([asked, turn().then(() => 'waits')])
  expect(await waits(unread(service, '/site/ping'))).toBe('waits')
  for (let index = 0; index < 32; index++) {
    expect(await unread(service, '/user/me', owner)).toBe(200)
  }
  expect(await waits(unread(service, '/user/me', owner))).toBe('waits')
  expect(await unread(service, '/user/me', await tokenOf(service.colleague))).toBe(200)
})

test('Security 7 lists that visitors do not read are refused beyond 4 MB, those of an account are not', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  let link = ''
  seed.transaction(() => {
    const folder = seed.addFolder(owner, ['f'])
    for (let index = 0; index < 2_000; index++) {
      seed.addFile(owner, ['f', `${index}`.padStart(240, 'x')])
    }
    link = seed.addShare(folder)
  })
  const list = `/file?page_size=2000&uri=${encodeURIComponent(`svc://${link}@share`)}`
  const statuses: number[] = []
  for (let index = 0; index < 8; index++) statuses.push(await unread(service, list))
  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(503)
  expect(await unread(service, '/site/ping')).toBe(200)
  const { access_token: token } = await seed.mintToken(owner)
  for (let index = 0; index < 8; index++) expect(await unread(service, list, token)).toBe(200)
})
