import { Metadata } from '#src/contract/file.ts'
import type { FileRow, Folder } from './files.ts'
import { Listing } from './listing.ts'

type Sample = { name: string; isFolder?: boolean; size?: number; about?: Record<string, string> }

const day = 86_400_000

/** Rows for a folder that has none, to look at; nothing stands behind them. */
export function sampleFolder(samples: readonly Sample[]): Listing<FileRow, Folder> {
  const now = Date.now()
  const rows = samples.map(({ name, isFolder = false, size = 0, about = {} }, at): FileRow => ({
    id: `sample ${at}`,
    uri: '',
    name,
    isFolder,
    size,
    createdAt: now - (at * 9 + 3) * day,
    updatedAt: now - (at * 4 + 1) * day,
    isShared: false,
    isArriving: false,
    capability: null,
    // There is no picture to ask for.
    metadata: { ...about, [Metadata.thumbDisabled]: '' },
    origin: null,
    originFolder: null,
    collectedAt: null,
  }))
  const listing = Listing.over<FileRow, undefined, Folder>(() => Promise.resolve({ rows }))
  void listing.start()
  return listing
}
