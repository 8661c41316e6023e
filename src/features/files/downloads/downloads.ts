import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from '#src/api/current-session.ts'
import { getDownloadUrl } from '#src/api/files/content.ts'
import { onSignOut } from '#src/api/resets.ts'
import { archivePermissionBit } from '#src/contract/accounts/user.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { FileType } from '#src/contract/file.ts'
import { hasFlag } from '#src/contract/flags/capability.ts'
import { ShareSourceType } from '#src/contract/share.ts'
import { childUri, parentUriIfValid, parseUri, rootUri } from '#src/contract/uri.ts'
import { files } from '#src/features/file-lists/files.ts'
import { linkDownloadsLeftQuery } from '#src/features/links/limits/link-downloads-left.ts'
import { refreshDownloadsLeft } from '#src/features/links/limits/refresh-downloads-left.ts'
import { ownFilesUri } from '#src/features/links/visit/own-links.ts'
import { users } from '#src/features/session/users.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { createOperation } from '#src/lib/operation.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import { downloadFromUrl } from '#src/platform/files/download.ts'
import { saveItemsAsZip } from './save-items-as-zip.ts'

/*
 * Downloads: the service hands out a signed URL and the browser's download manager fetches it, so that it can be paused
 * and resumed there. Archives that the service does not make are put together in the page.
 */

/** Between two downloads, in ms: browsers block several that start at once. */
const downloadIntervalMs = 400

/** Downloads one file after another, with progress. */
const downloadOneByOne = defineJob<FileRow, { readonly items: readonly FileRow[] }>({
  operation: ({ items }) => createOperation('download', items),
  stages: (items) => [{ items, chunkSize: 1 }],
  createSender: () => async (items, signal) => {
    for (const { uri } of items) {
      downloadFromUrl(await getDownloadUrl([uri], false, signal))
      await new Promise((resolve) => setTimeout(resolve, downloadIntervalMs))
    }
  },
  // A request that failed started no download.
  isDone: () => Promise.resolve(false),
  invalidates: () => [],
})

/** Whether the service refuses archives, for this group or altogether. */
const isArchiveRefused = (error: unknown): boolean =>
  hasErrorCode(error, ErrorCode.groupNotAllowed, ErrorCode.featureDisabled)

/** Who was refused an archive before: the id of a user, '' for visitors. */
const refused = new Set<string>()

/** Whether the service is known to pack no archives for whoever is here. */
async function isArchiveKnownRefused(client: QueryClient): Promise<boolean> {
  const { userId = '' } = currentSession()
  if (refused.has(userId)) return true
  // The answer for visitors comes with the refusal.
  if (userId === '') return false
  // The account has mostly been read by now. Where it has not, the refusal says the same.
  const me = await client.ensureQueryData(users.me()).catch(() => undefined)
  const permission = me?.group?.permission
  return !!permission && !hasFlag(permission, archivePermissionBit)
}

/** Downloads under way: the URIs of their items, joined. */
const active = new Set<string>()

onSignOut(() => {
  refused.clear()
  active.clear()
})

/**
 * Downloads one file as it is, several or a folder as one archive: that of the service, or where it packs none, one that
 * is put together here. Rejects when nothing was saved, unless the user wanted that. A second call for the same items
 * before that does nothing. What is behind one's own link comes from one's own files.
 */
export async function downloadItems(client: QueryClient, items: readonly FileRow[]): Promise<void> {
  const asked = items.map(({ uri }) => uri).join('\n')
  if (active.has(asked)) return
  active.add(asked)
  try {
    const sources = await Promise.all(
      items.map(async (row) => ({ ...row, uri: await ownFilesUri(client, row.uri) })),
    )
    const [first] = sources
    if (first) await startDownload(client, sources, first)
  } finally {
    active.delete(asked)
    void Promise.all(linksOf(items).map((id) => refreshDownloadsLeft(client, id)))
  }
}

/** The ids of the links that these items are behind. */
const linksOf = (items: readonly FileRow[]): string[] => [
  ...new Set(
    items.flatMap(({ uri }) => {
      const { host, id } = parseUri(uri)
      return host === 'share' && id !== undefined ? [id] : []
    }),
  ),
]

async function startDownload(
  client: QueryClient,
  items: readonly FileRow[],
  first: FileRow,
): Promise<void> {
  const isOneFile = items.length === 1 && !first.isFolder
  if (isOneFile || !(await isArchiveKnownRefused(client))) {
    const uris = items.map(({ uri }) => uri)
    try {
      downloadFromUrl(await getDownloadUrl(uris, !isOneFile))
      return
    } catch (error) {
      if (isOneFile || !isArchiveRefused(error)) throw error
      refused.add(currentSession().userId ?? '')
    }
  }
  await downloadAsZip(client, items, first)
}

async function downloadAsZip(
  client: QueryClient,
  items: readonly FileRow[],
  first: FileRow,
): Promise<void> {
  const limits = await Promise.all(
    linksOf(items).map((id) => client.fetchQuery(linkDownloadsLeftQuery(id, undefined))),
  )
  const left = limits.flatMap((limit) => limit?.left ?? [])
  try {
    const outcome = await saveItemsAsZip({
      rows: items,
      name: `${items.length === 1 ? first.name : folderNameOf(client, items)}.zip`,
      left: left.length > 0 ? Math.min(...left) : undefined,
    })
    if (typeof outcome === 'object') {
      await startMutation(client, downloadOneByOne(), { items: outcome.oneByOne })
    }
  } catch (error) {
    if (!isAbort(error)) throw error
    // After a sign-out there is nobody to tell.
    if (linksOf(items).length > 0 || currentSession().status !== 'out') {
      const operation = createOperation('download', items)
      showToast({ kind: 'done', key: 'notDone', values: { operation } })
    }
  }
}

/** The name of the folder that all items are in; items of several folders, or of one's own first one, have none. */
function folderNameOf(client: QueryClient, items: readonly FileRow[]): string {
  const parents = new Set(items.map(({ uri }) => parentUriIfValid(uri)))
  const [folder] = parents
  if (parents.size > 1 || !folder) return 'archive'
  const { host, id = '', password, segments } = parseUri(folder)
  // The page of a shared folder shows its name, which its URI does not have.
  const shared =
    host === 'share' ? client.getQueryData(files.sharedItem(id, password).queryKey) : undefined
  return segments.at(-1) ?? shared?.name ?? 'archive'
}

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** Downloads what a share link leads to. A shared file is addressed by its name below the root of its link. */
export function downloadLinkTarget(
  client: QueryClient,
  { id, name, ...link }: LinkRecord,
): Promise<void> {
  const root = rootUri('share', id)
  const createdAt = new Date(link.createdAt).toISOString()
  const isFolder = link.sourceType === ShareSourceType.folder
  const row = toFileRow({
    id,
    name,
    type: isFolder ? FileType.folder : FileType.file,
    path: isFolder ? root : childUri(root, name),
    size: link.size ?? 0,
    created_at: createdAt,
    updated_at: createdAt,
    metadata: {},
  })
  return downloadItems(client, [row])
}
