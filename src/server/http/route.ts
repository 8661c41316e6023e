import type { GenericSchema } from 'valibot'
import type { RequestContext } from './request-context.ts'
import type { ResultWithCode } from './responses/envelope.ts'
import type { Wire } from './wire.ts'

/** The `data` of the envelope, or a whole answer of its own. */
type Answer<T> = T | ResultWithCode | Response

/** Made by {@link route} or {@link routeWithoutEnvelope}; throws a `HttpError`. */
type Handler = { readonly answer: (ctx: RequestContext) => unknown }

export type Route = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  handler: Handler,
]

/**
 * A handler whose `data` has the shape that the client reads with `response`. That is checked by the compiler alone: the
 * schema is not run.
 */
export const route = <S extends GenericSchema>(
  _response: S,
  answer: (ctx: RequestContext) => Answer<Wire<S>> | Promise<Answer<Wire<S>>>,
): Handler => ({ answer })

/** A handler that answers without an envelope: contents, streams and WOPI. */
export const routeWithoutEnvelope = (
  answer: (ctx: RequestContext) => Response | Promise<Response>,
): Handler => ({
  answer,
})
