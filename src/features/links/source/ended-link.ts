import type { QueryClient } from '@tanstack/react-query'
import { getLink } from '#src/api/links/links.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { limitsOfLink, rowWithLimits } from '#src/features/links/limits/link-limits.ts'
import {
  listedLink,
  markSourceGone,
  removeDeletedLink,
  showEditedLink,
} from '#src/features/links/list/link-list-patches.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { type LinkSourceLocation, locateLinkSource } from './link-source.ts'

/** Whether a link works but for its item, which may be in a deleted folder (docs/protocol.md §5.2). */
async function isLinkWorking(id: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    return !(await getLink(id, signal)).isExpired
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

/**
 * Shows in the list what became of a link that is not where it was. Its item is gone where that is in the trash, or
 * where the link works but for its item. Of others nothing is known until the list is read again.
 */
export async function showLostLink(
  client: QueryClient,
  row: LinkRow,
  { at }: Exclude<LinkSourceLocation, { at: 'folder' }>,
  signal?: AbortSignal,
): Promise<void> {
  if (at === 'deleted') removeDeletedLink(client, row.id)
  else if (at === 'trash' || (await isLinkWorking(row.id, signal))) markSourceGone(client, row.id)
}

/**
 * Shows in the list what became of a link that answers its owner with 404: its item is in a deleted folder, or the link
 * has expired, is used up or deleted (docs/protocol.md §5.2, §5.5).
 */
export async function showEndedLink(
  client: QueryClient,
  row: LinkRow,
  signal?: AbortSignal,
): Promise<void> {
  const listed = listedLink(client, row.id)
  if (await isLinkWorking(row.id, signal)) return markSourceGone(client, row.id)
  const source = await locateLinkSource(row, signal, { asksLink: false })
  // What was changed here meanwhile stays as it is.
  if (listedLink(client, row.id) !== listed) return
  if (source.at === 'folder') {
    const { isExpired } = source.link
    showEditedLink(client, { ...rowWithLimits(row, limitsOfLink(source.link)), isExpired })
  } else await showLostLink(client, row, source, signal)
}
