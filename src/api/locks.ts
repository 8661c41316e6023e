import { nothing, send } from './client.ts'

/**
 * `DELETE /file/lock` (spec §4.4): removes locks by their tokens, all of them or none. Duplicates are dropped here,
 * once for all, because they damage the public server's table of locks. Throws `ApiError` 40001 when a token is not good.
 */
export async function unlockFiles(tokens: readonly string[], signal?: AbortSignal): Promise<void> {
  await send(nothing, {
    method: 'DELETE',
    path: '/file/lock',
    body: { tokens: [...new Set(tokens)] },
    signal,
  })
}
