import { getFile, listFiles } from '#src/api/files/files.ts'
import { ShareSourceType } from '#src/contract/share.ts'
import { childUri, rootUri } from '#src/contract/uri.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'

/**
 * What whoever is signed in may do with what a link leads to: the record of a link tells visitors nothing of named people
 * and groups, and nothing of a deleted folder that its item is in. It spends no download. Throws 404 and `linkEnded` where
 * the item or the link is gone.
 */
export async function readItemCapability(
  { id, name, sourceType: type }: LinkRecord,
  signal: AbortSignal,
): Promise<string | null> {
  const root = rootUri('share', id)
  const capability =
    type === ShareSourceType.folder
      ? (await listFiles(root, { size: 50 }, signal)).props?.capability
      : (await getFile(childUri(root, name), {}, signal)).capability
  return capability ?? null
}
