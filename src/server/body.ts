import { Code } from '#src/contract/codes.ts'
import type { Call } from './call.ts'
import { diskRefusal, Refusal } from './envelope.ts'
import type { Bytes } from './store.ts'

async function* pieces(call: Call): Bytes {
  const reader = call.request.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        const detail = cause instanceof Error ? cause.message : 'the connection was lost'
        throw new Refusal(Code.invalidContentLength, 'Upload interrupted', { detail })
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function* within(
  bytes: Bytes,
  limit: number,
  refusal: () => Refusal,
  onPiece: () => void,
): Bytes {
  let size = 0
  for await (const piece of bytes) {
    size += piece.byteLength
    if (size > limit) throw refusal()
    onPiece()
    yield piece
  }
}

/**
 * Receives the raw body into a draft of the store, piece by piece, and resolves to its length in bytes. Throws `refusal`
 * as soon as there are more than `limit`, 40013 when the caller hangs up, 50004 when the disk takes no more.
 */
export async function receiveBody(
  call: Call,
  draft: { id: string; offset?: number },
  {
    limit,
    refusal,
    onPiece = () => undefined,
  }: { limit: number; refusal: () => Refusal; onPiece?: () => void },
): Promise<number> {
  const declared = Number(call.request.headers.get('content-length') ?? 0)
  if (declared > limit) throw refusal()
  try {
    return await call.context.store.receive(
      draft.id,
      within(pieces(call), limit, refusal, onPiece),
      draft.offset,
    )
  } catch (error) {
    throw diskRefusal(error) ?? error
  }
}
