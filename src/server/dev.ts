import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Plugin, ViteDevServer } from 'vite'

type DataFolder = typeof import('#src/server/storage/data-folder.ts')
type Opened = Awaited<ReturnType<DataFolder['openDataFolder']>>

/**
 * The embedded service as middleware of `npm run dev`, on its own data folder; it is reopened when its sources change.
 */
export function embeddedServicePlugin(): Plugin {
  return {
    name: 'latchkey:embedded-service',
    apply: 'serve',
    configureServer(server) {
      // Vitest starts a Vite server too, which needs no service.
      if (server.config.mode === 'test' || process.env['VITEST'] !== undefined) return
      mount(server)
    },
  }
}

function mount(server: ViteDevServer) {
  const open = createReloader(server)
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

/** Returns a function that opens the service at its first call, and again after its sources changed. */
function createReloader(server: ViteDevServer): () => Promise<Opened> {
  let source: DataFolder | undefined
  let opened: Promise<Opened> | undefined
  server.httpServer?.once('close', () => void opened?.then(({ service }) => service.close()))

  return async () => {
    const fresh = (await server.ssrLoadModule('/src/server/storage/data-folder.ts')) as DataFolder
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
    restoreCopy: undefined,
    captcha: false,
  })
}
