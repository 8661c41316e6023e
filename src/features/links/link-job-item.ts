import * as v from 'valibot'
import { rootUri } from '#src/contract/uri.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** A link as an item of a job. */
export const LinkJobItem = v.object({ id: v.string(), uri: v.string(), name: v.string() })
export type LinkJobItem = v.InferOutput<typeof LinkJobItem>

export const toLinkJobItem = ({ id, name }: Pick<LinkRow, 'id' | 'name'>): LinkJobItem => ({
  id,
  uri: rootUri('share', id),
  name,
})
