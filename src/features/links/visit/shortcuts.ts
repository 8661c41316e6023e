import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { createShortcut } from '#src/api/files/files.ts'
import { getOwnLink } from '#src/api/links/links.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, isNotFound } from '#src/contract/errors.ts'
import { type File, MetadataKey } from '#src/contract/file.ts'
import { ShareSourceType } from '#src/contract/share.ts'
import { childUri, parseUri, rootUri } from '#src/contract/uri.ts'
import { addToFolder } from '#src/features/file-lists/file-cache.ts'
import { homeUri, sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { linkIdOfShortcut } from '#src/features/file-lists/saved-links.ts'
import { moveItemsToTrash } from '#src/features/trash/trash-writes.ts'
import { defineMutation } from '#src/jobs/define-mutation.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import {
  findItemAtUri,
  findItemById,
  maxQuestionLookupsInFlight,
} from '#src/jobs/verification/item-lookup.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { numberedNames } from '#src/lib/names/free-name.ts'
import { createOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import { rememberLinkPassword } from './link-passwords.ts'

/*
 * Shortcuts to what others share. They lie in the user's own space and are listed together (docs/protocol.md §4.9).
 */

/**
 * The address of the page that a shortcut opens: that of its link, which leads on to the folder. A password in the
 * shortcut, which other clients store there, is remembered by this tab and does not become part of the address.
 */
export function shortcutHref(row: FileRow): string {
  const { password, segments } = parseUri(row.shortcut?.uri ?? homeUri)
  const link = linkIdOfShortcut(row)
  if (password !== undefined) rememberLinkPassword(link, password)
  if (!row.isFolder) return `/s/${link}`
  return `/s/${link}?${new URLSearchParams({ path: `/${segments.join('/')}` }).toString()}`
}

export type ShortcutTargetState = 'works' | 'needsPassword' | 'dead'

export const shortcuts = {
  /** Whether the link behind a shortcut still works, and its record where the service tells it. It counts no visit. */
  target: (row: FileRow) =>
    queryOptions({
      queryKey: keys.links.shortcut(linkIdOfShortcut(row)),
      queryFn: async ({ signal }): Promise<{ state: ShortcutTargetState; link?: LinkRecord }> => {
        try {
          const link = await getOwnLink(linkIdOfShortcut(row), undefined, signal)
          if (link.isExpired) return { state: 'dead' }
          return link.isUnlocked ? { state: 'works', link } : { state: 'needsPassword' }
        } catch (error) {
          if (hasErrorCode(error, ErrorCode.wrongPassword)) return { state: 'needsPassword' }
          if (isNotFound(error)) return { state: 'dead' }
          throw error
        }
      },
      staleTime: 60_000,
      retry: false,
      meta: { isInline: true },
    }),

  /** Saves a shortcut to a link in the user's root folder, under a name that is free there. */
  save: () =>
    defineMutation<LinkRecord, File>({
      send: createFreeShortcut,
      operation: ({ name }) => createOperation('create', [{ name }]),
      check: async ({ id, name, sourceType }) => {
        const others = numberedNames(name, sourceType === ShareSourceType.folder)
        for (let each = name; ; each = others.next().value) {
          const file = await findItemAtUri(childUri(homeUri, each))
          const isFound = file?.metadata[MetadataKey.sharedRedirect] === rootUri('share', id)
          if (!file || isFound) return file
        }
      },
      patch: (client, file, link) => {
        const shortcut = { uri: rootUri('share', link.id), owner: link.owner?.id ?? '' }
        const row = { ...toFileRow(file), shortcut }
        addToFolder(client, homeUri, [row])
        addToFolder(client, sharedWithMeUri, [{ ...row, uri: childUri(sharedWithMeUri, row.id) }])
      },
      invalidates: () => [keys.files.infos()],
    }),
}

async function createFreeShortcut({
  id,
  name,
  owner,
  sourceType: type,
}: LinkRecord): Promise<File> {
  const isFolder = type === ShareSourceType.folder
  const target = { link: rootUri('share', id), owner: owner?.id ?? '', isFolder }
  const others = numberedNames(name, isFolder)
  for (let free = name; ; free = others.next().value) {
    try {
      return await createShortcut(childUri(homeUri, free), target)
    } catch (error) {
      if (!hasErrorCode(error, ErrorCode.nameTaken)) throw error
    }
  }
}

/** Moves shortcuts to the trash, with Undo. Their own URIs are looked up: those they are listed under cannot be written. */
export async function removeShortcuts(
  client: QueryClient,
  rows: readonly FileRow[],
): Promise<void> {
  const own = new Map<string, string>()
  const listed = rows.filter(({ uri }) => parseUri(uri).host !== 'my')
  await forEachConcurrently(listed, maxQuestionLookupsInFlight, async ({ id }) => {
    const uri = (await findItemById(id))?.path
    if (uri !== undefined) own.set(id, uri)
  })
  const items = rows.map((row) => ({ ...row, uri: own.get(row.id) ?? row.uri }))
  await startMutation(client, moveItemsToTrash(), { items })
}
