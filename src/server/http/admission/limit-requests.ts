import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { whenResponseClosed, type Listener, toListener } from '#src/server/http/listener.ts'
import { errorResponse, tooBusyError } from '#src/server/http/responses/envelope.ts'
import { networkOf } from '#src/server/http/security/client-address.ts'
import { createAdmission } from './admission.ts'

const eventStream = /^\/api\/v4\/file\/events(?:\?|$)/
/** Of all who are behind one address, such as an office. */
const networkLimits = { running: 256, waiting: 1024 }
const refuse = toListener(() => errorResponse(tooBusyError(), randomUUID()))

/**
 * The same listener with the `Admission` in front of it, for a real server: a client is a token, which that server
 * checks, else a network address. Tokens can be invented, so those of one address share a limit, too. Streams of events are
 * not counted.
 */
export function limitRequests(
  listener: Listener,
  addressOf: (incoming: IncomingMessage) => string,
): Listener {
  const clients = createAdmission()
  const networks = createAdmission()
  return (incoming, outgoing) => {
    const network = networkOf(addressOf(incoming))
    const client = incoming.headers.authorization ?? network
    const closed = whenResponseClosed(outgoing)
    const admit = async () => {
      if (eventStream.test(incoming.url ?? '')) return
      // What waits for a place of its token takes none of the address.
      void closed.then(await clients.enter(client, closed))
      void closed.then(await networks.enter(network, closed, networkLimits))
    }
    admit().then(
      () => listener(incoming, outgoing),
      () => refuse(incoming, outgoing),
    )
  }
}
