import { ColumnType, type ViewColumn, type ViewSetting } from '#src/contract/views/view.ts'
import { resolveView } from '#src/features/folder-view/resolved-view.ts'
import { uniqueNumber } from '#src/lib/numbers/unique-number.ts'

/*
 * Columns have no id, and two may be of the same type. Each column object gets one here, which is passed on when the
 * column is resized.
 */

const ids = new WeakMap<ViewColumn, number>()

export function columnInstanceId(column: ViewColumn): number {
  const known = ids.get(column)
  if (known !== undefined) return known
  const id = uniqueNumber()
  ids.set(column, id)
  return id
}

/** Name of the field for the width of a column, in a draft's `invalidTexts`. */
export const columnWidthFieldKey = (column: ViewColumn): string =>
  `width ${columnInstanceId(column)}`

/** The column with another width in px; null for the default width of its type. */
export function columnWithWidth(column: ViewColumn, width: number | null): ViewColumn {
  const { width: _before, ...rest } = column
  const changed: ViewColumn = width === null ? rest : { ...rest, width }
  ids.set(changed, columnInstanceId(column))
  return changed
}

/** Index of the name column, which can be neither moved nor removed. */
export const nameColumnIndex = (columns: readonly ViewColumn[]): number =>
  columns.findIndex(({ type }) => type === ColumnType.name)

/** All columns but the name column. */
export function movableColumns(columns: readonly ViewColumn[]): ViewColumn[] {
  const fixed = nameColumnIndex(columns)
  return columns.filter((_column, at) => at !== fixed)
}

/** Moves a column. `from` and `to` are indexes among the movable columns. */
export function moveColumn(columns: readonly ViewColumn[], from: number, to: number): ViewColumn[] {
  const order = movableColumns(columns)
  const [column] = order.splice(from, 1)
  if (column) order.splice(to, 0, column)
  const fixed = nameColumnIndex(columns)
  const name = columns[fixed]
  if (name) order.splice(fixed, 0, name)
  return order
}

const defaultColumns = resolveView(null).columns

/** The columns that a view shows: the default ones when it sets none. */
export const columnsOrDefault = (columns: ViewSetting['columns']): readonly ViewColumn[] =>
  resolveView({ columns }).columns

/** The setting for these columns: unset when they are the default ones and the stored view sets none. */
export function columnsSettingUnlessDefault(
  columns: readonly ViewColumn[],
  stored: ViewSetting['columns'],
): Partial<ViewSetting> {
  const isDefault =
    !stored?.length &&
    columns.length === defaultColumns.length &&
    columns.every((column, at) => column === defaultColumns[at])
  return { columns: isDefault ? undefined : [...columns] }
}
