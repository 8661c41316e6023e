import * as v from 'valibot'
import { rootUri } from '#src/contract/uri.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** A link as an item of a job. */
export const LinkItem = v.object({ id: v.string(), uri: v.string(), name: v.string() })
export type LinkItem = v.InferOutput<typeof LinkItem>

export const toLinkItem = ({ id, name }: Pick<LinkRow, 'id' | 'name'>): LinkItem => ({
  id,
  uri: rootUri('share', id),
  name,
})
