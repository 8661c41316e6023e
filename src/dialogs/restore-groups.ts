import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import type { BatchItem, BatchResult, Failure } from '#src/stores/batches.ts'
import { isStray } from '#src/stores/batches.ts'

/** Why an item is not back, as far as the ways on differ. */
type Why =
  | 'nameTaken'
  | 'folderMissing'
  | 'noPlace'
  | 'stillLocked'
  | 'other'
  | 'notAttempted'
  | 'gone'

export type Line = { readonly item: BatchItem; readonly failure?: Failure }
export type Group = { readonly why: Why; readonly lines: readonly Line[] }

function whyOf({ item, error }: Failure): Why {
  if (isStray(item.id) || !(error instanceof ApiError)) return 'other'
  switch (error.code) {
    case Code.nameTaken:
      return 'nameTaken'
    case Code.pathNotFound:
      return 'folderMissing'
    case Code.forbidden:
      return 'noPlace'
    case Code.notFound:
      return 'gone'
    default:
      return 'other'
  }
}

const order: readonly Why[] = [
  'nameTaken',
  'folderMissing',
  'noPlace',
  'stillLocked',
  'other',
  'notAttempted',
  'gone',
]

/** What is not back, by what can be done about it. */
export function groupsOf({ failed, locked, left }: BatchResult): Group[] {
  const groups = new Map<Why, Line[]>(order.map((why) => [why, []]))
  for (const failure of failed) groups.get(whyOf(failure))?.push({ item: failure.item, failure })
  for (const item of locked) groups.get('stillLocked')?.push({ item })
  for (const item of left) groups.get('notAttempted')?.push({ item })
  return [...groups].flatMap(([why, lines]) => (lines.length > 0 ? [{ why, lines }] : []))
}
