import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { type AppServer, startAppServer } from '../browser/app-server.ts'
import { removeTraces } from './remove-traces.ts'

type Envelope<T> = { code: number; msg: string; data: T; aggregated_error?: object }
export type Item = {
  id: string
  name: string
  path: string
  type: 0 | 1
  size: number
  metadata?: Record<string, string>
}
type Credentials = { email: string; password: string }

/** A running server of the protocol, a user who is signed in there, and a folder that belongs to this run. */
export type ServerUnderTest = {
  /** With a slash at its end. */
  address: string
  scheme: string
  email: string
  password: string
  /** An account that may be changed: `LATCHKEY_SPARE_EMAIL` with its password, of the embedded service the colleague's. */
  spare: Credentials | undefined
  /** URI of the folder, and of what is below it, in the scheme of the server. */
  uri: (...names: string[]) => string
  folder: string
  /** Sends a request with the bearer; `body` is sent as JSON, bytes as they are. */
  ask: <T = unknown>(method: string, path: string, body?: unknown) => Promise<Envelope<T>>
  /** Like `ask`, for what must succeed. */
  must: <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>
  /** Puts a small text into the folder. */
  addText: (...names: string[]) => Promise<Item>
  /** Creates folders down to this one. */
  addFolder: (...names: string[]) => Promise<void>
  /** Locks a path as an upload does that never goes on, and says whether what holds it is in the way. */
  lock: (...names: string[]) => Promise<void>
  /** What is in a folder, by name and in order. */
  namesIn: (...names: string[]) => Promise<string[]>
  /** The same server for another account. */
  as: (account: Credentials) => Promise<Pick<ServerUnderTest, 'ask' | 'must'>>
  /** What of this run is in the trash, by its name. */
  inTrash: (name: string) => Promise<Item | undefined>
}

const query = (uri: string) => `uri=${encodeURIComponent(uri)}`

async function signIn(address: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${address}api/v4/session/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { code, msg, data } = (await answer.json()) as Envelope<{ token: { access_token: string } }>
  if (code === 0) return data.token.access_token
  throw new Error(
    code === 203
      ? `${email} has a second factor; take an account without one.`
      : `${email} cannot sign in at ${address}: ${code} ${msg}`,
  )
}

/**
 * The server that `LATCHKEY_URL` names, else the embedded service: call it at the top of a file. Deletes at the end, also
 * of tests that failed, what the file has made, links, locks and trash included, and nothing else.
 */
export function serverUnderTest(): () => ServerUnderTest {
  let embedded: AppServer | undefined
  let server: ServerUnderTest | undefined
  const folder = `Latchkey test ${randomUUID().slice(0, 8)}`

  beforeAll(async () => {
    const url = process.env['LATCHKEY_URL']
    if (url === undefined) embedded = await startAppServer()
    const address = url === undefined ? (embedded?.address ?? '') : url.replace(/\/*$/, '/')
    const owner = embedded?.account('owner')
    const email = owner?.email ?? process.env['LATCHKEY_EMAIL'] ?? ''
    const password = owner?.password ?? process.env['LATCHKEY_PASSWORD'] ?? ''
    const bearer = await signIn(address, email, password)
    const scheme = process.env['LATCHKEY_SCHEME'] ?? 'svc'
    const colleague = embedded?.account('colleague')
    const spareEmail = process.env['LATCHKEY_SPARE_EMAIL']
    const sparePassword = process.env['LATCHKEY_SPARE_PASSWORD'] ?? ''
    const spare = spareEmail ? { email: spareEmail, password: sparePassword } : colleague
    const as = async (account: Credentials) => {
      const other = await signIn(address, account.email, account.password)
      return connect(address, scheme, other, folder)
    }
    server = { ...connect(address, scheme, bearer, folder), email, password, spare, as }
    await server.addFolder()
  })
  afterAll(async () => {
    try {
      if (server) await removeTraces(server)
    } finally {
      await embedded?.close()
    }
  })
  return () => {
    if (!server) throw new Error('the server is not there yet')
    return server
  }
}

function connect(
  address: string,
  scheme: string,
  bearer: string,
  folder: string,
): Omit<ServerUnderTest, 'email' | 'password' | 'spare' | 'as'> {
  const uri = (...names: string[]) =>
    [`${scheme}://my`, ...[folder, ...names].map(encodeURIComponent)].join('/')
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<Envelope<T>> => {
    const isBytes = body instanceof Uint8Array
    const answer = await fetch(`${address}api/v4${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      },
      ...(body === undefined
        ? {}
        : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    return (await answer.json()) as Envelope<T>
  }
  const must = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { code, msg, data } = await ask<T>(method, path, body)
    if (code !== 0) throw new Error(`${method} ${path}: ${code} ${msg}`)
    return data
  }
  return {
    address,
    scheme,
    folder,
    uri,
    ask,
    must,
    addText: (...names) =>
      must(
        'PUT',
        `/file/content?${query(uri(...names))}`,
        new TextEncoder().encode(names.join(' ')),
      ),
    addFolder: async (...names) => {
      await must('POST', '/file/create', { uri: uri(...names), type: 'folder' })
    },
    lock: async (...names) => {
      const { storage_policy: policy } = await must<{ storage_policy?: { id: string } }>(
        'GET',
        `/file?${query(uri())}`,
      )
      const upload = { uri: uri(...names), size: 3, policy_id: policy?.id }
      await must('PUT', '/file/upload', upload)
      const refused = await ask('POST', '/file/rename', { uri: upload.uri, new_name: 'free.bin' })
      if (refused.code !== 40073) throw new Error(`${upload.uri} is not locked: ${refused.code}`)
    },
    namesIn: async (...names) => {
      const path = `/file?${query(uri(...names))}&page_size=50`
      const { files } = await must<{ files: Item[] | null }>('GET', path)
      return (files ?? []).map(({ name }) => name).sort()
    },
    inTrash: async (name) => {
      const found = await must<{ files: Item[] }>(
        'GET',
        `/file?${query(`${scheme}://trash`)}&page_size=50&order_by=updated_at&order_direction=desc`,
      )
      return found.files.find((item) => item.name === name)
    },
  }
}
