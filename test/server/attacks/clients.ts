import { once } from 'node:events'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'

/** An answer as it came: the status, the headers and the text of the body. */
export type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string }

type Asked = {
  method?: string
  /** The network address of the client, one of 127.0.0.0/8. */
  from?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends one request on a connection of its own. `path` is below the API base. Rejects when the connection is lost. */
export function ask(
  address: string,
  path: string,
  { method = 'GET', from = '127.0.0.1', headers = {}, body }: Asked = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const out = request(`${address}api/v4${path}`, {
      method,
      localAddress: from,
      agent: new Agent({ keepAlive: false }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    out.on('error', reject)
    out.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      )
    })
    out.end(body)
  })
}

/** The code of the envelope, and the access token of a sign-in. */
export async function signIn(
  address: string,
  { email, password }: { email: string; password: string },
  from?: string,
): Promise<{ code: number; token: string }> {
  const body = JSON.stringify({ email, password })
  const { text } = await ask(address, '/session/token', {
    method: 'POST',
    body,
    ...(from !== undefined && { from }),
  })
  const { code, data } = JSON.parse(text) as {
    code: number
    data?: { token: { access_token: string } }
  }
  return { code, token: data?.token.access_token ?? '' }
}

/** Connects without sending anything. Errors of the connection are ignored. */
export async function connectTo(address: string, from = '127.0.0.1'): Promise<Socket> {
  const { port, hostname } = new URL(address)
  const socket = connect({ port: Number(port), host: hostname, localAddress: from })
  socket.on('error', () => undefined)
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return socket
}
