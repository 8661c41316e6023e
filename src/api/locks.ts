import { NoData } from '#src/contract/schema.ts'
import { sendAuthenticated } from './client.ts'

/**
 * `DELETE /file/lock` (docs/protocol.md §7.6): removes locks by their tokens, all of them or none. Duplicates are
 * dropped here, because they corrupt the lock table of the public server. Throws `ApiError` 40001 when a token is not
 * valid.
 */
export async function removeLocksByToken(
  tokens: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  await sendAuthenticated(NoData, {
    method: 'DELETE',
    path: '/file/lock',
    body: { tokens: [...new Set(tokens)] },
    signal,
  })
}
