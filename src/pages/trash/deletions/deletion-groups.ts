import { useMemo } from 'react'
import { createNaturalCompare } from '#src/lib/names/natural-order.ts'
import type { GridSelection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { DeletionRanges } from '#src/pages/trash/filters/filter-options.ts'
import type { TimeRange } from '#src/pages/trash/url.ts'
import type { Sort } from '#src/ui/list/columns.ts'
import { selectionOfDeletions as selectionOfDeletionGroups } from './deletion-selection.ts'

/** The items of one deletion that match. */
export type DeletionGroup = TimeRange & {
  /** The row that stands for it: a folder where there is one, else the first name. */
  readonly lead: FileRow
  readonly rowIndex: number
  readonly count: number
  /** Bytes; folders count nothing. */
  readonly size: number
  /** URI of the folder that all were in; null when they were in several, or it is not known. */
  readonly folder: string | null
}

const isBefore = (one: FileRow, other: FileRow): boolean =>
  one.isFolder === other.isFolder ? one.name < other.name : one.isFolder

function deletionsOf(
  list: PagedList<FileRow>,
  rowIndexes: Uint32Array,
  { ranges, ofRow }: DeletionRanges,
): DeletionGroup[] {
  const found: (DeletionGroup | undefined)[] = Array.from({ length: ranges.length })
  for (const rowIndex of rowIndexes) {
    const row = list.at(rowIndex)
    const at = ofRow[rowIndex] as number
    const range = ranges[at]
    if (!row || !range) continue
    const deletion = found[at]
    if (!deletion) {
      const { size, originFolder: folder } = row
      found[at] = { ...range, lead: row, rowIndex, count: 1, size, folder }
      continue
    }
    const isFirst = isBefore(row, deletion.lead)
    found[at] = {
      ...deletion,
      ...(isFirst && { lead: row, rowIndex }),
      count: deletion.count + 1,
      size: deletion.size + row.size,
      folder: deletion.folder === row.originFolder ? deletion.folder : null,
    }
  }
  return found.filter((deletion) => deletion !== undefined)
}

function compareDeletions({ by, direction }: Sort, language: string) {
  const sign = direction === 'asc' ? 1 : -1
  const text = createNaturalCompare(language)
  const values: Record<string, (one: DeletionGroup, other: DeletionGroup) => number> = {
    name: (one, other) => text(one.lead.name, other.lead.name),
    origin: (one, other) => text(one.folder ?? '', other.folder ?? ''),
    deleted: (one, other) => one.to - other.to,
    daysLeft: (one, other) => (one.lead.collectedAt ?? 0) - (other.lead.collectedAt ?? 0),
    items: (one, other) => one.count - other.count,
    size: (one, other) => one.size - other.size,
  }
  const compare = values[by]
  return (one: DeletionGroup, other: DeletionGroup) =>
    sign * (compare?.(one, other) ?? 0) || other.to - one.to
}

/** What the trash shows by deletion: a row each, its selection, and the items of a row. */
export function useDeletionGroups(
  list: PagedList<FileRow>,
  {
    rowIndexes,
    deletions,
    sort,
    language,
    selection,
  }: {
    /** The items that match. */
    rowIndexes: Uint32Array
    /** Null while the trash is shown flat. */
    deletions: DeletionRanges | null
    sort: Sort
    language: string
    selection: GridSelection
  },
) {
  const { by, direction } = sort
  return useMemo(() => {
    if (!deletions) return undefined
    const all = deletionsOf(list, rowIndexes, deletions).sort(
      compareDeletions({ by, direction }, language),
    )
    const members: number[][] = deletions.ranges.map(() => [])
    for (const rowIndex of rowIndexes) members[deletions.ofRow[rowIndex] as number]?.push(rowIndex)
    const membersOf = (leads: Uint32Array): Uint32Array => {
      const [lead] = leads
      if (leads.length === 1 && lead !== undefined)
        return Uint32Array.from(members[deletions.ofRow[lead] as number] ?? [])
      const chosen = new Uint8Array(deletions.ranges.length)
      for (const lead of leads) chosen[deletions.ofRow[lead] as number] = 1
      return rowIndexes.filter((rowIndex) => chosen[deletions.ofRow[rowIndex] as number] === 1)
    }
    return {
      rowIndexes: Uint32Array.from(all, ({ rowIndex }) => rowIndex),
      byRow: new Map(all.map((deletion) => [deletion.lead.id, deletion])),
      selection: selectionOfDeletionGroups(selection, membersOf),
      /** Such an item of each deletion that has one, by the id of the row that stands for the deletion. */
      findInEach: (isMeant: (row: FileRow) => boolean): ReadonlyMap<string, FileRow> => {
        const found = new Map<number | undefined, FileRow>()
        for (const rowIndex of rowIndexes) {
          const row = list.at(rowIndex)
          if (row && isMeant(row)) found.set(deletions.ofRow[rowIndex], row)
        }
        return new Map(
          all.flatMap(({ lead, rowIndex }) => {
            const row = found.get(deletions.ofRow[rowIndex])
            return row ? [[lead.id, row]] : []
          }),
        )
      },
      rowsOf: (lead: number): FileRow[] =>
        Array.from(membersOf(Uint32Array.of(lead)), (rowIndex) => list.at(rowIndex)).filter(
          (row) => row !== undefined,
        ),
    }
  }, [list, rowIndexes, deletions, by, direction, language, selection])
}
