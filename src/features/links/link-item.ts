import * as v from 'valibot'
import { rootUri } from '#src/contract/uri.ts'
import type { ShareRow } from '#src/lists/rows/link-row.ts'

/** A link as an item of a batch. */
export const ShareItem = v.object({ id: v.string(), uri: v.string(), name: v.string() })
export type ShareItem = v.InferOutput<typeof ShareItem>

export const toShareItem = ({ id, name }: Pick<ShareRow, 'id' | 'name'>): ShareItem => ({
  id,
  uri: rootUri('share', id),
  name,
})
