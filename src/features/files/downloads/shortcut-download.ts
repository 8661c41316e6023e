import type { QueryClient } from '@tanstack/react-query'
import { getOwnLink } from '#src/api/links/links.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { isRootUri } from '#src/contract/uri.ts'
import { linkIdOfShortcut } from '#src/features/file-lists/saved-links.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { downloadItems, downloadLinkTarget } from './downloads.ts'

/**
 * Downloads what a shortcut leads to, which counts as a download of the link. Resolves to false without a download when
 * the link asks for a password that this tab does not know. Throws 404 when the link is dead.
 */
export async function downloadShortcut(client: QueryClient, row: FileRow): Promise<boolean> {
  const uri = row.shortcut?.uri ?? row.uri
  const link = await getOwnLink(linkIdOfShortcut(row), undefined).catch((error: unknown) => {
    if (hasErrorCode(error, ErrorCode.wrongPassword)) return undefined
    throw error
  })
  if (!link?.isUnlocked) return false
  if (isRootUri(uri)) await downloadLinkTarget(client, link)
  else await downloadItems(client, [{ ...row, uri }])
  return true
}
