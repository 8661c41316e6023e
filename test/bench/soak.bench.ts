import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type AttackedService, attackedServices } from '../server/attacks/attacked-service.ts'

/*
 * A day of a household in a few minutes, by hand: LATCHKEY_SOAK_MINUTES=20 npx vitest run --project bench
 * test/bench/soak.bench.ts. Memory and descriptors are compared with those after the first minute, each time after a pause;
 * memory of every minute is printed, which shows whether it grows.
 */

const minutes = Number(process.env['LATCHKEY_SOAK_MINUTES'] ?? 0)
const start = attackedServices()
/** Members of the household who are busy at the same time. */
const workers = 6
/** What is done in the first minute at least, however slow the machine is: then the service is warm. */
const firstRounds = 150
/** Milliseconds until memory and descriptors are looked at, and between two rounds of a member. */
const restMs = 10_000
const betweenMs = 100

/** No connection is left open to be counted: how many a client keeps is not the service's. */
const headers = { connection: 'close' }

type Json = { code: number; data: unknown }

async function request(
  { address }: AttackedService,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Json> {
  const isJson = body !== undefined && !(body instanceof Uint8Array)
  const answer = await fetch(`${address}api/v4${path}`, {
    method,
    headers: {
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'content-type': isJson ? 'application/json' : 'application/octet-stream',
    },
    ...(body === undefined
      ? {}
      : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  return (await answer.json()) as Json
}

type Pair = { access_token: string; refresh_token: string }

/** One password of an address waits for its turn: whoever comes too early is asked to come back after a second. */
async function signIn(
  service: AttackedService,
  account: { email: string; password: string } | undefined,
): Promise<Pair> {
  const { email, password } = account ?? { email: '', password: '' }
  for (;;) {
    const answer = await request(service, 'POST', '/session/token', { body: { email, password } })
    if (answer.code === 0) return (answer.data as { token: Pair }).token
    expect(answer.code, 'sign-in').toBe(-1)
    await sleep(1000)
  }
}

/** Signs in, uploads, deletes and restores, shares, searches, downloads an archive, cleans up and signs out. */
async function round(service: AttackedService, worker: number, count: number): Promise<void> {
  const account = service.accounts[worker % 2]
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await request(service, method, path, {
      body,
      ...(token === undefined ? {} : { token }),
    })
    expect(answer.code, `${method} ${path}`).toBe(0)
    // oxlint-disable-next-line typescript/no-explicit-any
    return answer.data as any
  }
  const pair = await signIn(service, account)
  const token = pair.access_token
  const folder = `svc://my/soak-${worker}`
  const uris = Array.from({ length: 8 }, (_, at) => `${folder}/${count % 3}-${at}.txt`)
  await call('POST', '/file/create', { uri: folder, type: 'folder' }, token)
  for (const uri of uris) {
    const content = new Uint8Array(100_000).fill(count)
    await call('PUT', `/file/content?uri=${encodeURIComponent(uri)}`, content, token)
  }
  await call('DELETE', '/file', { uris: uris.slice(0, 4) }, token)
  const query = `svc://trash?name=${count % 3}-`
  const { files: trashed } = await call(
    'GET',
    `/file?uri=${encodeURIComponent(query)}`,
    undefined,
    token,
  )
  const own = (trashed as { path: string; metadata: Record<string, string> }[]).filter((file) =>
    decodeURIComponent(file.metadata['sys:restore_uri'] ?? '').startsWith(`${folder}/`),
  )
  await call('POST', '/file/restore', { uris: own.map(({ path }) => path) }, token)
  const link = (await call('PUT', '/share', { uri: uris[0] }, token)) as string
  const id = link.split('/').at(-1) ?? ''
  await call('GET', `/share/info/${id}?count_views=true`)
  await call('GET', `/file?uri=${encodeURIComponent('svc://my?name=*1*')}`, undefined, token)
  const { urls } = await call('POST', '/file/url', { uris: [folder], archive: true }, token)
  const archive = await fetch(urls[0].url, { headers })
  expect((await archive.arrayBuffer()).byteLength).toBeGreaterThan(800_000)
  await call('DELETE', `/share/${id}`, undefined, token)
  await call('DELETE', '/file', { uris: [folder], skip_soft_delete: true }, token)
  const { refresh_token } = await call('POST', '/session/token/refresh', {
    refresh_token: pair.refresh_token,
  })
  await call('DELETE', '/session/token', { refresh_token })
}

/** Starts the thread that removes the contents of many files: it stays, with four descriptors. */
async function deleteMany(service: AttackedService): Promise<void> {
  const { access_token: token } = await signIn(service, service.accounts[0])
  const folder = 'svc://my/many'
  const made = { token, body: { uri: folder, type: 'folder' } }
  expect((await request(service, 'POST', '/file/create', made)).code).toBe(0)
  for (let at = 0; at < 70; at++) {
    const uri = encodeURIComponent(`${folder}/${at}.txt`)
    const body = new Uint8Array(1)
    const { code } = await request(service, 'PUT', `/file/content?uri=${uri}`, { token, body })
    expect(code).toBe(0)
  }
  const body = { uris: [folder], skip_soft_delete: true }
  expect((await request(service, 'DELETE', '/file', { token, body })).code).toBe(0)
}

/** The whole household is busy for so long, and until there were so many rounds. Returns how many there were. */
async function live(
  service: AttackedService,
  ms: number,
  first: number,
  least = 0,
): Promise<number> {
  const end = performance.now() + ms
  let rounds = first
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < end || rounds < least) {
        await round(service, worker, rounds++)
        await sleep(betweenMs)
      }
    }),
  )
  return rounds
}

/** Whose copy of the day is gone makes another one within a minute. */
function removeCopies({ folder }: AttackedService): void {
  const copies = join(folder, 'service', 'copies')
  for (const name of readdirSync(copies, { encoding: 'utf8' })) rmSync(join(copies, name))
}

async function state(service: AttackedService) {
  await sleep(restMs)
  return { memory: service.memory(), descriptors: service.descriptors() }
}

test.skipIf(minutes === 0)(
  'a day of a household leaves memory and descriptors as they were after its first minute',
  async () => {
    const service = await start()
    await deleteMany(service)
    let rounds = await live(service, 60_000, 0, firstRounds)
    const before = await state(service)
    const megabytes: number[] = []
    for (let minute = 1; minute < minutes; minute++) {
      removeCopies(service)
      rounds = await live(service, 60_000, rounds)
      megabytes.push(Math.round(service.memory() / 1e6))
    }
    const after = await state(service)
    console.log({ minutes, rounds, before, after, ratio: after.memory / before.memory })
    console.log('MB after each minute:', megabytes.join(' '))
    expect(after.memory).toBeLessThan(before.memory * 1.2)
    expect(after.descriptors).toBeLessThanOrEqual(before.descriptors)
    expect(service.printed()).not.toContain('failed')
  },
  (minutes + 5) * 60_000,
)
