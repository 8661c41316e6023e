import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { listen, type Listening } from '../../processes/listen.ts'
import { readyAddress } from '../../processes/ready-address.ts'
import { serviceOnS3 } from '../../storage/s3-service.ts'
import { createS3Store, type S3Store } from '../../storage/s3-store.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export type Running = Pick<Listening, 'address' | 'close'>

async function serve(fetch: (request: Request) => Promise<Response>): Promise<Running> {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false })
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  const { address, close } = await listen(server)
  return { address: new URL(address).origin, close }
}

/** A storage like S3 on a port of its own; `refuse` answers instead of it where it returns something. */
export async function startStorage(): Promise<Running & { store: S3Store; requests: Request[] }> {
  const requests: Request[] = []
  let store: S3Store | undefined
  const listening = await serve(async (request) => {
    requests.push(request.clone())
    return (await store?.fetch(request)) ?? new Response(null, { status: 503 })
  })
  store = createS3Store(listening.address)
  return { ...listening, store, requests }
}

/** The service at `address`, as one that keeps contents in a storage. */
export const startServiceOn = (address: string, store: S3Store, partSize: number) => {
  const inner = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    for (const name of [
      'host',
      'connection',
      'content-length',
      'transfer-encoding',
      'origin',
      'accept-encoding',
    ]) {
      headers.delete(name)
    }
    const body = request.body ? await request.arrayBuffer() : undefined
    const response = await fetch(new URL(pathname + search, address), {
      method: request.method,
      headers,
      ...(body && body.byteLength > 0 ? { body } : {}),
    })
    const kept = new Headers(response.headers)
    // The body comes unpacked.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection'])
      kept.delete(name)
    return new Response(await response.arrayBuffer(), { status: response.status, headers: kept })
  }
  return serve(serviceOnS3(inner, store, { partSize }))
}

/** What `npm start -- --upstream …` starts, in front of a service. */
export async function startFront(upstream: string, flags: readonly string[]): Promise<Running> {
  const args = ['--port', '0', '--upstream', upstream, '--scheme', 'svc', ...flags]
  const { VITEST: _, ...env } = process.env
  const child = spawn(process.execPath, ['src/server/start.mjs', ...args], { cwd: root, env })
  const exited = once(child, 'exit')
  const address = await readyAddress(child)
  return {
    address,
    close: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
