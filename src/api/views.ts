import type { ViewSetting } from '#src/contract/view.ts'
import { toWire } from './addresses.ts'
import { nothing, send } from './client.ts'

/**
 * `PATCH /file/view` (spec §4.1, contract.md §3): how a folder looks; null lets it inherit again. Throws 40001 (naming
 * the field), 40016, 403 (a file), 40082 (someone else's), 40073.
 */
export async function saveView(
  uri: string,
  view: ViewSetting | null,
  signal?: AbortSignal,
): Promise<void> {
  await send(nothing, {
    method: 'PATCH',
    path: '/file/view',
    body: { uri: toWire(uri), view },
    signal,
  })
}
