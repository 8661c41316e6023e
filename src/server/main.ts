import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { runAccountCommand } from '#src/server/command-line/account-command.ts'
import { isInteractive, askYesNo, processTerminal } from '#src/server/command-line/terminal.ts'
import {
  defaultConnectionLimits,
  attachListenerWithConnectionLimits,
} from '#src/server/http/admission/connections.ts'
import { limitRequests } from '#src/server/http/admission/limit-requests.ts'
import { whenResponseClosed, type Listener, toListener } from '#src/server/http/listener.ts'
import { createStaticFileHandler } from '#src/server/http/responses/static-files.ts'
import { clientAddressOfRequest } from '#src/server/http/security/client-address.ts'
import { hasTwoHosts, isLoopbackAddress, isOwnHost } from '#src/server/http/security/host.ts'
import { securityHeaders, textResponse } from '#src/server/http/security/security-headers.ts'
import { describeUpstream } from '#src/server/http/upstream/upstream-check.ts'
import { createUpstreamProxy } from '#src/server/http/upstream/upstream.ts'
import { hasData, openDataFolder } from '#src/server/storage/data-folder.ts'
import type { SampleAccount } from '#src/server/storage/seed-record.ts'
import { type Options, parseOptions, commandLineUsage } from './options.ts'
import { StartError } from './start-error.ts'

/** Milliseconds that open responses may take after SIGINT or SIGTERM. */
const shutdownTimeoutMs = 3_000

/**
 * Starts the server as the command line says and returns once it answers; SIGINT and SIGTERM close it. `account` and
 * what follows it is a command that ends by itself.
 * `clientFolder` holds the built page. A `StartError` is printed as one line, with exit code 1. Tests that are not about
 * passwords set their cost, and those that wait for events how long these are held back, as of `createEmbeddedService`.
 */
export async function run(
  argv: readonly string[],
  clientFolder: string,
  passwordCost?: number,
  eventDelayMs?: number,
): Promise<void> {
  try {
    if (argv[0] === 'account') {
      await runAccountCommand(argv.slice(1), processTerminal, passwordCost)
      return
    }
    const options = parseOptions(argv)
    if (options === 'help') console.log(commandLineUsage)
    else await start(options, clientFolder, { passwordCost, eventDelayMs })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(`latchkey: ${error.message}`)
    process.exitCode = 1
  }
}

async function start(
  options: Options,
  clientFolder: string,
  forTests: { passwordCost: number | undefined; eventDelayMs: number | undefined },
): Promise<void> {
  const folder = resolve(options.data)
  if (options.reset && !(await mayReset(folder))) {
    console.log('Nothing was changed.')
    return
  }
  const web = await createStaticFileHandler(
    clientFolder,
    options.upstream && { ...options.upstream, dav: `${options.upstream.origin.href}dav` },
  )

  // The port is bound first: when it is taken, the data must stay untouched. Requests wait until the service is open.
  let ready: (api: Listener) => void = () => undefined
  const api = new Promise<Listener>((resolve) => {
    ready = resolve
  })
  const server = createServer()
  attachListenerWithConnectionLimits(
    server,
    route(options, toListener(web), api),
    defaultConnectionLimits(),
  )
  // Node's limit of five minutes a request would end uploads over a slow line.
  server.requestTimeout = 0
  server.keepAliveTimeout = 65_000
  await listen(server, options)

  let close: () => void = () => undefined
  let endStreams: () => void = () => undefined
  try {
    if (options.upstream === undefined) {
      const data = await openDataFolder({ ...options, ...forTests, folder })
      close = () => data.service.close()
      endStreams = () => data.service.endStreams()
      ready(
        toListener((request, { incoming, outgoing }) =>
          data.service.fetch(request, {
            address: clientAddressOfRequest(incoming, options),
            closed: whenResponseClosed(outgoing),
          }),
        ),
      )
      if (data.accounts.length > 0) console.log(describeAccounts(data.accounts))
    } else {
      ready(
        limitRequests(createUpstreamProxy(options.upstream.origin, options), (incoming) =>
          clientAddressOfRequest(incoming, options),
        ),
      )
      console.log(`Passing /api on to ${options.upstream.origin.origin}.`)
      console.log(await describeUpstream(options.upstream.origin))
    }
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
  closeOnSignal(server, { endStreams, close })
  console.log(`Latchkey is ready at ${addressOf(server, options.host)}`)
}

async function mayReset(folder: string): Promise<boolean> {
  if (!isInteractive(processTerminal) || !(await hasData(folder))) return true
  return askYesNo(
    processTerminal,
    `Delete everything in ${folder} and create the sample data anew?`,
  )
}

function route(options: Options, web: Listener, api: Promise<Listener>): Listener {
  const misdirected = toListener(() =>
    textResponse(421, 'This server does not answer to that name.'),
  )
  const ambiguous = toListener(() => textResponse(400, 'This request names two hosts.'))
  const headers = Object.entries(headersOf(options))
  const ownNames = [options.host, options.publicUrl?.hostname ?? options.host]
  const checksHost = isLoopbackAddress(options.host)
  return (incoming, outgoing) => {
    for (const [name, value] of headers) outgoing.setHeader(name, value)
    if (hasTwoHosts(incoming)) {
      ambiguous(incoming, outgoing)
    } else if (checksHost && !isOwnHost(incoming.headers.host, ...ownNames)) {
      misdirected(incoming, outgoing)
    } else if (/^\/api(?:[/?]|$)/.test(incoming.url ?? '')) {
      void api.then((listener) => listener(incoming, outgoing))
    } else {
      web(incoming, outgoing)
    }
  }
}

/** Browsers that have been here once come back by TLS only, where that is the address of this server. */
const headersOf = ({ publicUrl }: Options): Readonly<Record<string, string>> =>
  publicUrl?.protocol === 'https:'
    ? { ...securityHeaders, 'Strict-Transport-Security': 'max-age=31536000' }
    : securityHeaders

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

function closeOnSignal(
  server: Server,
  { endStreams, close }: { endStreams: () => void; close: () => void },
): void {
  let isClosing = false
  const end = () => {
    // npm and the terminal both send the signal.
    if (isClosing) return
    isClosing = true
    setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs).unref()
    // They would keep their connections open.
    endStreams()
    server.close(() => {
      close()
      process.exit(0)
    })
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}
