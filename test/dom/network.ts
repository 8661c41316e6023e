export type Fault =
  /** The request never arrives. */
  | { kind: 'drop' }
  | { kind: 'delay'; ms: number }
  /** Arrives once the promise resolves. */
  | { kind: 'hold'; until: Promise<void> }
  /** An answer with an HTTP status; empty unless it has a body. */
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** A proxy's page, with status 200. */
  | { kind: 'html' }
  /** The service's answer, cut in the middle. */
  | { kind: 'truncate' }
  | { kind: 'json'; body: unknown }
  /** The service applies it, and the answer comes once the promise resolves. */
  | { kind: 'late'; until: Promise<void> }
  /** The service applies it, and the answer never comes. */
  | { kind: 'lost' }
  /** The answer arrives, and its body breaks off once the promise resolves. */
  | { kind: 'cut'; when: Promise<void> }
  /** Nothing comes until the page gives up. */
  | { kind: 'stall' }

/** `GET /share` (method and path below the API base, `*` at the end for any rest), or a question of one's own. */
type Matcher = string | ((request: Sent) => boolean)
export type Sent = { method: string; path: string; query: URLSearchParams; body: string }
export type LoggedRequest = {
  method: string
  path: string
  query: string
  at: number
  status: number
}

const base = '/api/v4'
const here = 'http://localhost'
const isElsewhere = ({ origin }: URL) => origin !== here && origin !== globalThis.location?.origin

function matches(matcher: Matcher, sent: Sent): boolean {
  if (typeof matcher === 'function') return matcher(sent)
  const wanted = matcher.replace(/\*$/, '')
  const line = `${sent.method} ${sent.path}`
  return matcher.endsWith('*') ? line.startsWith(wanted) : line === wanted
}

export type Faults = {
  /** Applies to the next request that matches, and to no later one. */
  next(matcher: Matcher, fault: Fault): void
  always(matcher: Matcher, fault: Fault): void
  clear(): void
}

export class FaultSwitch implements Faults {
  #rules: { matcher: Matcher; fault: Fault; isOnce: boolean }[] = []

  next(matcher: Matcher, fault: Fault): void {
    this.#rules.push({ matcher, fault, isOnce: true })
  }
  always(matcher: Matcher, fault: Fault): void {
    this.#rules.push({ matcher, fault, isOnce: false })
  }
  clear(): void {
    this.#rules = []
  }
  take(sent: Sent): Fault | undefined {
    const rule = this.#rules.find(({ matcher }) => matches(matcher, sent))
    if (rule?.isOnce) this.#rules.splice(this.#rules.indexOf(rule), 1)
    return rule?.fault
  }
}

const unreachable = () => new TypeError('Failed to fetch')

/** An answer that does not come. */
const never = () => new Promise<never>(() => {})

/** Rejects when the signal aborts, while `isActive`. */
const aborted = (signal: AbortSignal | null | undefined, isActive: () => boolean) =>
  new Promise<never>((_resolve, reject) => {
    const abort = () => isActive() && reject(signal?.reason as Error)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })

/** jsdom's Blob as a request body would arrive as text. */
async function bytesOf(
  body: RequestInit['body'],
): Promise<string | Uint8Array<ArrayBuffer> | undefined> {
  if (body === null || body === undefined) return undefined
  if (typeof body === 'string') return body
  if (body instanceof Blob) return new Uint8Array(await new Response(body).arrayBuffer())
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer.slice(0))
  throw new TypeError('The harness does not send such a body.')
}

/** Answers for other origins. The path of such a request begins with its origin. */
export type Elsewhere = (
  url: URL,
  init: RequestInit & { body?: string | Uint8Array<ArrayBuffer> },
) => Promise<Response>

/** `signal`: aborts when the page breaks the request off. */
export type Serve = (
  request: Request,
  from: { readonly address: string },
  signal: AbortSignal | undefined,
) => Response | Promise<Response>

function cutOff(answer: Response, when: Promise<void>): Response {
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => void when.then(() => controller.error(unreachable())),
  })
  return new Response(answer.body?.pipeThrough(cut) ?? null, {
    status: answer.status,
    headers: answer.headers,
  })
}

/** The network between the page and a service in this process, with its faults; it notes every request. */
export function connect(
  service: { readonly fetch: Serve },
  faults: FaultSwitch,
  requests: LoggedRequest[],
  elsewhere: Elsewhere = () => Promise.reject(unreachable()),
) {
  /** What the service is at work on. */
  const running = new Set<Promise<unknown>>()
  let isOver = false
  let release = () => {}
  const released = new Promise<never>((_resolve, reject) => {
    release = () => reject(unreachable())
  })
  released.catch(() => undefined)

  const serve = async (url: URL, init: RequestInit, sent: Sent): Promise<Response> => {
    const fault = faults.take(sent)
    if (fault?.kind === 'drop') throw unreachable()
    if (fault?.kind === 'stall') return never()
    if (fault?.kind === 'hold') await Promise.race([fault.until, released])
    if (fault?.kind === 'delay') {
      await new Promise((resolve) => setTimeout(resolve, fault.ms))
      // What is broken off on its way never arrives.
      if (init.signal?.aborted) throw unreachable()
    }
    if (fault?.kind === 'status') {
      return new Response(fault.body ?? '', {
        status: fault.status,
        ...(fault.headers && { headers: fault.headers }),
      })
    }
    if (fault?.kind === 'html') {
      return new Response('<!doctype html><title>Welcome</title>', {
        headers: { 'content-type': 'text/html' },
      })
    }
    if (fault?.kind === 'json') return Response.json(fault.body)
    const body = await bytesOf(init.body)
    if (isOver) return never()
    const { signal, ...rest } = init
    const serving = Promise.resolve(
      isElsewhere(url)
        ? elsewhere(url, {
            ...rest,
            ...(body === undefined ? {} : { body }),
          } as Parameters<Elsewhere>[1])
        : service.fetch(
            new Request(url, {
              method: sent.method,
              headers: init.headers as Record<string, string>,
              ...(body === undefined ? {} : { body }),
            }),
            { address: '127.0.0.1' },
            signal ?? undefined,
          ),
    )
    running.add(serving)
    const answer = await serving.finally(() => running.delete(serving))
    if (fault?.kind === 'lost') throw unreachable()
    if (fault?.kind === 'late') await Promise.race([fault.until, released])
    if (fault?.kind === 'truncate') {
      const text = await answer.text()
      return new Response(text.slice(0, text.length / 2), { headers: answer.headers })
    }
    if (fault?.kind === 'cut') return cutOff(answer, fault.when)
    return answer
  }

  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    init.signal?.throwIfAborted()
    if (isOver) return never()
    const url = new URL(input instanceof Request ? input.url : input, here)
    const sent: Sent = {
      method: init.method ?? 'GET',
      path: isElsewhere(url) ? url.origin + url.pathname : url.pathname.replace(base, ''),
      query: url.searchParams,
      body: typeof init.body === 'string' ? init.body : '',
    }
    const logged = {
      method: sent.method,
      path: sent.path,
      query: url.search,
      at: Date.now(),
      status: 0,
    }
    requests.push(logged)
    // jsdom's signal is not one that Node's Request accepts.
    const gone = aborted(init.signal, () => !isOver)
    gone.catch(() => undefined)
    const answer = await Promise.race([serve(url, init, sent), gone])
    logged.status = answer.status
    return answer
  }
  /**
   * Nothing reaches the service any more, and what did is answered: it may be closed. What is still on its way gets no
   * answer, so that nothing of this test is sent again in a later one.
   */
  const end = async () => {
    isOver = true
    await Promise.allSettled(running)
  }
  /** A test that has failed awaits what it holds, perhaps inside of `act`, and all later tests would wait with it. */
  return { fetch, end, release: () => release() }
}

/** A fault that keeps requests on their way until they are let go. */
export function held(): { fault: Fault; free: () => void } {
  let free = () => {}
  const until = new Promise<void>((resolve) => {
    free = resolve
  })
  return { fault: { kind: 'hold', until }, free: () => free() }
}
