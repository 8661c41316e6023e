import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { whenResponseClosed, type Listener, toListener } from '#src/server/http/listener.ts'
import { errorResponse, tooBusyError } from '#src/server/http/responses/envelope.ts'
import { networkOf } from '#src/server/http/security/client-address.ts'
import { createAdmission } from './admission.ts'

const eventStream = /^\/api\/v4\/file\/events(?:\?|$)/
const refuse = toListener(() => errorResponse(tooBusyError(), randomUUID()))

/**
 * The same listener with the `Admission` in front of it, for a real server: a client is a token, which that server
 * checks, else a network address. Streams of events are not counted.
 */
export function limitRequests(
  listener: Listener,
  addressOf: (incoming: IncomingMessage) => string,
): Listener {
  const admission = createAdmission()
  return (incoming, outgoing) => {
    const isEventStream = eventStream.test(incoming.url ?? '')
    const client = incoming.headers.authorization ?? networkOf(addressOf(incoming))
    const closed = whenResponseClosed(outgoing)
    admission.enter(isEventStream ? '' : client, closed).then(
      (leave) => {
        void closed.then(leave)
        listener(incoming, outgoing)
      },
      () => refuse(incoming, outgoing),
    )
  }
}
