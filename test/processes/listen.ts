import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listening = {
  /** With a slash at its end. */
  address: string
  port: number
  /** Ends its connections, too. */
  close: () => Promise<void>
}

/** Lets a server listen on a free port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<Listening> {
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://${host}:${port}/`,
    port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
