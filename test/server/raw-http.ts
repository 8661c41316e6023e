import type { EmbeddedService } from '#src/server/service.ts'

type Raw = {
  as?: string
  body?: string | Uint8Array | ReadableStream<Uint8Array>
  headers?: Record<string, string>
}

/** Sends a raw body and gives the whole answer. `path` is below the API base. */
export async function send(
  service: Pick<EmbeddedService, 'fetch' | 'seed'>,
  method: string,
  path: string,
  { as, body, headers = {} }: Raw = {},
): Promise<Response> {
  const bearer = as
    ? { authorization: `Bearer ${(await service.seed.mintToken(as)).access_token}` }
    : {}
  const isStream = body instanceof ReadableStream
  return service.fetch(
    new Request(`http://localhost/api/v4${path}`, {
      method,
      headers: { ...bearer, ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || isStream ? body : new Uint8Array(body) }),
      ...(isStream ? { duplex: 'half' } : {}),
    }),
  )
}

export type Envelope = {
  code: number
  msg: string
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
  error?: string
}

/** The envelope of an answer to {@link send}. */
export async function envelope(answer: Promise<Response>): Promise<Envelope> {
  return (await (await answer).json()) as Envelope
}

/**
 * A body that is sent piece by piece, as slowly as the test wants. `drained` resolves once the service has read all
 * that was pushed before its first wait for more.
 */
export function slowBody() {
  let out: ReadableStreamDefaultController<Uint8Array> | undefined
  let isDrained = () => {}
  const drained = new Promise<void>((resolve) => {
    isDrained = resolve
  })
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        out = controller
      },
      pull: () => isDrained(),
    },
    // Without a buffer, `pull` is called only while a reader waits.
    { highWaterMark: 0 },
  )
  return {
    stream,
    drained,
    push: (text: string) => out?.enqueue(new TextEncoder().encode(text)),
    end: () => out?.close(),
    fail: () => out?.error(new Error('hung up')),
  }
}
