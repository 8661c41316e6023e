import { rootUri } from '#src/contract/uri.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** A link as an item of a job. */
export const toLinkJobItem = ({ id, name }: Pick<LinkRow, 'id' | 'name'>): JobItem => ({
  id,
  uri: rootUri('share', id),
  name,
})
