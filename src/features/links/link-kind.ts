import { ShareSourceType } from '#src/contract/share.ts'
import { type FileKind, kindOfName } from '#src/lib/names/file-kind.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** The kind of what a link leads to. */
export const fileKindOfLink = (row: LinkRow): FileKind =>
  row.sourceType === ShareSourceType.folder || row.sourceType === ShareSourceType.file
    ? kindOfName(row.name, row.sourceType === ShareSourceType.folder)
    : 'unknown'
