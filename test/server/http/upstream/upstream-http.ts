import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
  type RequestOptions,
  type Server,
} from 'node:http'
import { afterEach } from 'vitest'
import { createUpstreamProxy } from '#src/server/http/upstream/upstream.ts'
import { listen } from '../../../processes/listen.ts'

const servers: Server[] = []
/** Closes every server of the test so far. */
export function closeServers(): void {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
}
afterEach(closeServers)

export async function serve(
  listener: (...args: Parameters<RequestListener>) => void | Promise<void>,
): Promise<URL> {
  const server = createServer((...args) => void listener(...args))
  servers.push(server)
  return new URL((await listen(server)).address)
}

/** A real server that answers with `listener`, and the address of ours before it. */
export async function between(
  listener: (...args: Parameters<RequestListener>) => void | Promise<void>,
): Promise<URL> {
  return serve(createUpstreamProxy(await serve(listener)))
}

export async function ask(address: URL, options: RequestOptions = {}, body?: string) {
  const request = httpRequest(address, { ...options, agent: false })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { response, bytes: await read(response) }
}

export async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
