import { createContext } from 'react'
import type { ShareRow } from '#src/lists/share-row.ts'
import type { SharesUrl } from './url.ts'

/**
 * What this browser knows of links beside their records. A new object when much of it may have changed; a single path
 * that becomes known writes its row into the list again.
 */
export type LocalLinkData = {
  /** Differs when many paths may. */
  readonly key: string
  /** The names of the folders around the item, with a slash behind each; undefined while they are unknown. */
  readonly folderPathOf: (row: ShareRow) => string | undefined
  /** Whether it is known that the link has not changed in this way since the user last viewed the list. */
  readonly isUnchanged: (since: SharesUrl['since'], row: ShareRow, now: number) => boolean
}

/** What the list needs beyond its first rows: fetched once they are drawn. */
export type DeferredFeatures = typeof import('./deferred/features.tsx')

/** Draws what a row shows beside the record of its link. */
export const RowDetail = createContext<DeferredFeatures['renderRowDetail'] | undefined>(undefined)
