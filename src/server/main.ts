import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { holdsWorld, openDataFolder, type SampleAccount } from './data-folder.ts'
import { type Options, parseOptions, StartError, usage } from './options.ts'
import { createUpstream } from './upstream.ts'
import { isLoopback, loadWeb, namesThisMachine, plain, strictHeaders } from './web.ts'

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** How long open answers may go on after a signal to end, in milliseconds. */
const farewell = 3_000

/**
 * Starts the server as the command line says and returns once it answers; SIGINT and SIGTERM close it.
 * `clientFolder` holds the built page. A fault that the caller can mend is printed as one line, with exit code 1.
 */
export async function run(argv: readonly string[], clientFolder: string): Promise<void> {
  try {
    const options = parseOptions(argv)
    if (options === 'help') console.log(usage)
    else await start(options, clientFolder)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(`latchkey: ${error.message}`)
    process.exitCode = 1
  }
}

async function start(options: Options, clientFolder: string): Promise<void> {
  const folder = resolve(options.data)
  if (options.reset && !(await mayReset(folder))) {
    console.log('Nothing was changed.')
    return
  }
  const web = await loadWeb(clientFolder, { scheme: options.upstream?.scheme })

  // The port comes first: when it is taken, the data must stay untouched. Whoever asks early waits for the service.
  let ready: (api: Listener) => void = () => undefined
  const api = new Promise<Listener>((resolve) => {
    ready = resolve
  })
  const server = createServer(route(options, toListener(web), api))
  // An upload over a slow line takes longer than the five minutes that Node allows a request.
  server.requestTimeout = 0
  server.keepAliveTimeout = 65_000
  await listen(server, options)

  let close: () => void = () => undefined
  try {
    if (options.upstream === undefined) {
      const data = await openDataFolder({ ...options, folder })
      close = () => data.service.close()
      ready(toListener((request, address) => data.service.fetch(request, { address })))
      console.log(describeAccounts(data.accounts))
    } else {
      ready(createUpstream(options.upstream.origin))
      console.log(`Passing /api on to ${options.upstream.origin.origin}.`)
    }
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
  closeOnSignal(server, close)
  console.log(`Latchkey is ready at ${addressOf(server, options.host)}`)
}

async function mayReset(folder: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || !(await holdsWorld(folder))) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await terminal.question(
      `Delete everything in ${folder} and lay the world anew? [y/N] `,
    )
    return /^y(?:es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}

function route(options: Options, web: Listener, api: Promise<Listener>): Listener {
  const refuse = toListener(() => plain(421, 'This server does not answer to that name.'))
  const checksHost = isLoopback(options.host)
  return (incoming, outgoing) => {
    for (const [name, value] of Object.entries(strictHeaders)) outgoing.setHeader(name, value)
    if (checksHost && !namesThisMachine(incoming.headers.host, options.host)) {
      refuse(incoming, outgoing)
    } else if (/^\/api(?:[/?]|$)/.test(incoming.url ?? '')) {
      void api.then((listener) => listener(incoming, outgoing))
    } else {
      web(incoming, outgoing)
    }
  }
}

type Fetch = (request: Request, address: string | undefined) => Response | Promise<Response>

function toListener(fetch: Fetch): Listener {
  const answer = (request: Request, { incoming }: HttpBindings | Http2Bindings) =>
    fetch(request, incoming.socket.remoteAddress)
  const listener = getRequestListener(answer, {
    errorHandler: (error) => {
      // A request that is no valid one has its own error class there; all others are ours.
      if (error instanceof Error && error.name === 'RequestError') {
        return plain(400, 'This request cannot be read.')
      }
      console.error(error)
      return plain(500, 'Something went wrong here.')
    },
  })
  return (incoming, outgoing) => void listener(incoming, outgoing)
}

async function listen(server: Server, { port, host }: Options): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} is taken. Choose another one with --port, or --port 0 for any free one.`,
      EACCES: `Port ${port} may not be used by this user. Choose one above 1023 with --port.`,
      EADDRNOTAVAIL: `${host} is no address of this machine. Choose another one with --host.`,
      ENOTFOUND: `${host} is not known. Choose another address with --host.`,
    }
    throw new StartError(reasons[code] ?? `Cannot listen on ${host}, port ${port}: ${message}.`)
  }
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/`
}

function describeAccounts(accounts: readonly SampleAccount[]): string {
  const width = Math.max(0, ...accounts.map(({ email }) => email.length))
  const lines = accounts.map(
    ({ email, password, role, totp_secret }) =>
      `  ${email.padEnd(width)}  ${password}  (${role}${totp_secret === undefined ? '' : `, TOTP secret ${totp_secret}`})`,
  )
  return ['Sample accounts:', ...lines].join('\n')
}

function closeOnSignal(server: Server, close: () => void): void {
  let isClosing = false
  const end = () => {
    // npm and the terminal both send it.
    if (isClosing) return
    isClosing = true
    setTimeout(() => server.closeAllConnections(), farewell).unref()
    server.close(() => {
      close()
      process.exit(0)
    })
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}
