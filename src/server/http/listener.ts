import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { textResponse } from './security/security-headers.ts'

/** Answers one request. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/** A listener that sends the responses of `fetch`. */
export function toListener(fetch: Fetch): Listener {
  // The server speaks HTTP/1 only.
  const answer = (request: Request, bindings: HttpBindings | Http2Bindings) =>
    fetch(request, bindings as HttpBindings)
  const listener = getRequestListener(answer, {
    errorHandler: (error) => {
      // The adapter throws its RequestError for a malformed request; any other error is a bug here.
      if (error instanceof Error && error.name === 'RequestError') {
        return textResponse(400, 'This request cannot be read.')
      }
      console.error(error)
      return textResponse(500, 'Something went wrong here.')
    },
  })
  return (incoming, outgoing) => void listener(incoming, outgoing)
}

/** Resolves when an answer has been sent, or its connection is lost. */
export const whenResponseClosed = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => void outgoing.once('close', resolve))
