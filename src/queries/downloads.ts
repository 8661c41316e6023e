import type { QueryClient } from '@tanstack/react-query'
import { downloadAddress } from '#src/api/content.ts'
import { listFiles, type FilePage } from '#src/api/files.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { FileType } from '#src/contract/file.ts'
import { type Share, SourceType } from '#src/contract/share.ts'
import { childUri, rootUri } from '#src/contract/uri.ts'
import { defineBatch } from './batch.ts'
import { about, narrowRows } from './file-lists.ts'
import { type FileRow, toFileRow } from './files.ts'

/*
 * What leaves the service goes straight from it to the browser's own downloads, which can rest and go on.
 */

/** Browsers take downloads that follow each other too closely for one, in ms. */
const pause = 400

function save(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

/** One file after another, with progress. */
const oneByOne = defineBatch<{ items: readonly FileRow[] }>({
  operation: ({ items }) => about('download', items),
  items: ({ items }) => items,
  waves: (items) => [{ items, chunk: 1 }],
  send: async (items, _variables, signal) => {
    for (const { uri } of items) {
      save(await downloadAddress([uri], false, signal))
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  },
  // An address that never came started nothing.
  isDone: () => Promise.resolve(false),
  invalidates: () => [],
  narrow: (_variables, items) => ({ items: narrowRows(_variables.items, items) }),
})

/** All files in these, folders to their bottom. */
async function filesIn(items: readonly FileRow[]): Promise<FileRow[]> {
  const files: FileRow[] = []
  const waiting = [...items]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!next.isFolder) {
      files.push(next)
      continue
    }
    let page: FilePage | undefined = {}
    while (page) {
      const list = await listFiles(next.uri, page)
      waiting.push(...list.files.map((file) => toFileRow(file)))
      const cursor: string | undefined = list.pagination?.next_token
      page = cursor ? { cursor, size: list.props?.max_page_size } : undefined
    }
  }
  return files
}

/** What says that there are no archives here: not for this group, not at all. */
const hasNoArchives = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === Code.groupNotAllowed || error.code === Code.featureDisabled)

/** What is being prepared: the addresses of the items of each download. */
const preparing = new Set<string>()

/**
 * Downloads one file as it is, several or a folder as one archive; where the service makes none, one file after another.
 * Rejects when the first address cannot be had. Asked for again before it has begun, it is still one download.
 */
export async function download(client: QueryClient, items: readonly FileRow[]): Promise<void> {
  const [first] = items
  const asked = items.map(({ uri }) => uri).join('\n')
  if (!first || preparing.has(asked)) return
  preparing.add(asked)
  try {
    await begin(client, items, first)
  } finally {
    preparing.delete(asked)
  }
}

async function begin(
  client: QueryClient,
  items: readonly FileRow[],
  first: FileRow,
): Promise<void> {
  const isOneFile = items.length === 1 && !first.isFolder
  try {
    save(
      await downloadAddress(
        items.map(({ uri }) => uri),
        !isOneFile,
      ),
    )
  } catch (error) {
    if (isOneFile || !hasNoArchives(error)) throw error
    const files = await filesIn(items)
    await client.getMutationCache().build(client, oneByOne).execute({ items: files })
  }
}

/** Downloads what a share link leads to. A shared file stands by its name below the root of its link. */
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
