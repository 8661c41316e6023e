import type { QueryClient } from '@tanstack/react-query'
import { getDownloadUrl } from '#src/api/content.ts'
import { retryLookup } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { FileType } from '#src/contract/file.ts'
import { type Share, SourceType } from '#src/contract/share.ts'
import { childUri, rootUri } from '#src/contract/uri.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { type FileRow, toFileRow } from '#src/lists/file-row.ts'
import { lookupPageOptions, readFilePages } from '#src/operations/read-file-pages.ts'
import { downloadUrl } from '#src/platform/download.ts'
import { defineBatch } from '#src/queries/define-batch.ts'
import { startMutation } from '#src/queries/start-mutation.ts'

/*
 * Downloads: the service hands out a signed URL and the browser's download manager fetches it, so that it can be paused
 * and resumed there.
 */

/** Between two downloads, in ms: browsers block several that start at once. */
const downloadIntervalMs = 400

/** One file after another, with progress. */
const downloadOneByOne = defineBatch<FileRow, { readonly items: readonly FileRow[] }>({
  operation: ({ items }) => describeOperation('download', items),
  items: ({ items }) => items,
  stages: (items) => [{ items, chunkSize: 1 }],
  createSender: () => async (items, signal) => {
    for (const { uri } of items) {
      downloadUrl(await getDownloadUrl([uri], false, signal))
      await new Promise((resolve) => setTimeout(resolve, downloadIntervalMs))
    }
  },
  // A request that failed started no download.
  isDone: () => Promise.resolve(false),
  invalidates: () => [],
})

/** The files among `items` and all files below its folders. */
async function listFilesIn(items: readonly FileRow[]): Promise<FileRow[]> {
  const files: FileRow[] = []
  const waiting = [...items]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!next.isFolder) {
      files.push(next)
      continue
    }
    for await (const page of readFilePages(next.uri, lookupPageOptions, retryLookup))
      waiting.push(...page.files.map((file) => toFileRow(file)))
  }
  return files
}

/** Whether the service refuses archives, for this group or altogether. */
const isArchiveRefused = (error: unknown): boolean =>
  hasErrorCode(error, ErrorCode.groupNotAllowed, ErrorCode.featureDisabled)

/** Downloads whose URL is being asked for: the URIs of their items, joined. */
const preparing = new Set<string>()

/**
 * Downloads one file as it is, several or a folder as one archive; where the service makes none, one file after another.
 * Rejects when the first URL cannot be had. A second call for the same items before the download starts does nothing.
 */
export async function download(client: QueryClient, items: readonly FileRow[]): Promise<void> {
  const [first] = items
  const asked = items.map(({ uri }) => uri).join('\n')
  if (!first || preparing.has(asked)) return
  preparing.add(asked)
  try {
    await startDownload(client, items, first)
  } finally {
    preparing.delete(asked)
  }
}

async function startDownload(
  client: QueryClient,
  items: readonly FileRow[],
  first: FileRow,
): Promise<void> {
  const isOneFile = items.length === 1 && !first.isFolder
  try {
    downloadUrl(
      await getDownloadUrl(
        items.map(({ uri }) => uri),
        !isOneFile,
      ),
    )
  } catch (error) {
    if (isOneFile || !isArchiveRefused(error)) throw error
    const files = await listFilesIn(items)
    await startMutation(client, downloadOneByOne(), { items: files })
  }
}

/** Downloads what a share link leads to. A shared file is addressed by its name below the root of its link. */
export function downloadLink(client: QueryClient, { id, name, ...share }: Share): Promise<void> {
  const root = rootUri('share', id)
  const isFolder = share.source_type === SourceType.folder
  const row = toFileRow({
    id,
    name,
    type: isFolder ? FileType.folder : FileType.file,
    path: isFolder ? root : childUri(root, name),
    size: share.size ?? 0,
    created_at: share.created_at,
    updated_at: share.created_at,
    metadata: {},
  })
  return download(client, [row])
}
