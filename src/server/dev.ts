import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Plugin, ViteDevServer } from 'vite'

type DataFolder = typeof import('./data-folder.ts')
type Opened = Awaited<ReturnType<DataFolder['openDataFolder']>>

/** The embedded service as middleware of `npm run dev`, on data of its own; a change of its sources opens it anew. */
export function embeddedService(): Plugin {
  return {
    name: 'latchkey:embedded-service',
    apply: 'serve',
    configureServer(server) {
      // The test runner is a Vite server too, and wants no sample world.
      if (server.config.mode === 'test' || process.env['VITEST'] !== undefined) return
      mount(server)
    },
  }
}

function mount(server: ViteDevServer) {
  const open = keepOpen(server)
  const listener = getRequestListener(
    async (request, { incoming }) => {
      const { service } = await open()
      return service.fetch(request, { address: incoming.socket.remoteAddress })
    },
    { overrideGlobalObjects: false },
  )
  server.middlewares.use((incoming, outgoing, next) => {
    if (/^\/api(?:[/?]|$)/.test(incoming.url ?? '')) void listener(incoming, outgoing)
    else next()
  })
  server.httpServer?.once('listening', () => {
    open().then(
      ({ accounts }) => {
        for (const { email, password, role } of accounts) {
          server.config.logger.info(`  ${email}  ${password}  (${role})`)
        }
      },
      (error: unknown) => server.config.logger.error(String(error)),
    )
  })
}

/** Opens the service on the first call, and again when its sources were loaded anew. */
function keepOpen(server: ViteDevServer): () => Promise<Opened> {
  let source: DataFolder | undefined
  let opened: Promise<Opened> | undefined
  server.httpServer?.once('close', () => void opened?.then(({ service }) => service.close()))

  return async () => {
    const fresh = (await server.ssrLoadModule('/src/server/data-folder.ts')) as DataFolder
    if (fresh !== source || opened === undefined) {
      const before = opened
      source = fresh
      opened = reopen(server, fresh, before)
      opened.catch(() => {
        opened = undefined
      })
    }
    return opened
  }
}

async function reopen(server: ViteDevServer, source: DataFolder, before?: Promise<Opened>) {
  const old = await before?.catch(() => undefined)
  old?.service.close()
  return source.openDataFolder({
    folder: resolve(server.config.root, process.env['LATCHKEY_DEV_DATA'] ?? '.data-dev'),
    world: undefined,
    reset: false,
    captcha: false,
  })
}
