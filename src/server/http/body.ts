import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import type { ByteChunks } from '#src/server/storage/content-store.ts'
import { type RequestContext, bodyTimeoutError } from './request-context.ts'
import { diskErrorToHttpError, HttpError } from './responses/envelope.ts'

/** Milliseconds without a byte that end an upload. */
const idleTimeoutMs = 60_000

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function readOrTimeOut(reader: Reader, idleMs: number): ReturnType<Reader['read']> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(bodyTimeoutError()), idleMs)
  })
  try {
    return await Promise.race([reader.read(), timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function* chunksOf(ctx: RequestContext): ByteChunks {
  const reader = ctx.request.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await readOrTimeOut(reader, idleTimeoutMs).catch((cause: unknown) => {
        if (cause instanceof HttpError) throw cause
        const detail = cause instanceof Error ? cause.message : 'the connection was lost'
        throw new HttpError(ErrorCode.invalidContentLength, 'Upload interrupted', { detail })
      })
      if (done) return
      yield value
    }
  } finally {
    // The rest is drained, or cut off, when the response is sent.
    reader.releaseLock()
  }
}

async function* limitSize(
  bytes: ByteChunks,
  limit: number,
  refusal: () => HttpError,
  onPiece: () => void,
): ByteChunks {
  let size = 0
  for await (const piece of bytes) {
    size += piece.byteLength
    if (size > limit) throw refusal()
    onPiece()
    yield piece
  }
}

/**
 * Streams the raw body into a draft of the store and resolves to its length in bytes. Throws `refusal` as soon as it
 * is longer than `limit` bytes, 40013 when the client disconnects, 50004 when the disk is full.
 */
export async function streamBodyToDraft(
  ctx: RequestContext,
  draft: { id: string; offset?: number },
  {
    limit,
    refusal,
    onPiece = () => undefined,
  }: { limit: number; refusal: () => HttpError; onPiece?: () => void },
): Promise<number> {
  const declared = Number(ctx.request.headers.get('content-length') ?? 0)
  if (declared > limit) throw refusal()
  try {
    return await ctx.context.store.writeDraft(
      draft.id,
      limitSize(chunksOf(ctx), limit, refusal, onPiece),
      draft.offset,
    )
  } catch (error) {
    throw diskErrorToHttpError(error) ?? error
  }
}

/** How much of a refused body is read: bytes with and without a declared length, and ms in all and without a byte. */
const drainLimits = { declared: 64 * 1024 ** 2, chunked: 4 * 1024 ** 2, total: 30_000, idle: 1_000 }

/**
 * Reads and drops what is left of a refused body. Most clients read the response only after they have sent the whole
 * body, and a connection that is closed before loses it. Never rejects.
 */
export async function drainBody(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return
  const isDeclared = request.headers.has('content-length')
  const maxSize = isDeclared ? drainLimits.declared : drainLimits.chunked
  const end = performance.now() + drainLimits.total
  const reader = request.body.getReader()
  try {
    for (let size = 0; size < maxSize && performance.now() < end;) {
      const { done, value } = await readOrTimeOut(reader, drainLimits.idle)
      if (done) return
      size += value.byteLength
    }
  } catch {
    // The client disconnected or waits for the response.
  } finally {
    reader.releaseLock()
  }
}
