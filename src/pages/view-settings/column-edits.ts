import { ColumnType, type ViewColumn, type ViewSetting } from '#src/contract/view.ts'
import { overlayView } from '#src/views/folder/shown-view.ts'

/*
 * Columns have nothing that tells two of the same kind apart, so each gets a number that goes with it when it is moved or
 * made wider.
 */

const ids = new WeakMap<ViewColumn, number>()
let lastId = 0

export function idOf(column: ViewColumn): number {
  const known = ids.get(column)
  if (known !== undefined) return known
  lastId += 1
  ids.set(column, lastId)
  return lastId
}

/** The field of the draft in which a width is typed. */
export const widthField = (column: ViewColumn): string => `width ${idOf(column)}`

/** The column as wide as this, null for as wide as its kind is; all else of it stays. */
export function withWidth(column: ViewColumn, width: number | null): ViewColumn {
  const { width: _before, ...rest } = column
  const changed: ViewColumn = width === null ? rest : { ...rest, width }
  ids.set(changed, idOf(column))
  return changed
}

/** Place of the column of names, which is always there and stays where it is. */
export const placeOfName = (columns: readonly ViewColumn[]): number =>
  columns.findIndex(({ type }) => type === ColumnType.name)

/** The columns without that of the names: those that can be moved. */
export function movable(columns: readonly ViewColumn[]): ViewColumn[] {
  const fixed = placeOfName(columns)
  return columns.filter((_column, at) => at !== fixed)
}

/** Moves one of the movable columns to another place among them. */
export function moved(columns: readonly ViewColumn[], from: number, to: number): ViewColumn[] {
  const order = movable(columns)
  const [column] = order.splice(from, 1)
  if (column) order.splice(to, 0, column)
  const fixed = placeOfName(columns)
  const name = columns[fixed]
  if (name) order.splice(fixed, 0, name)
  return order
}

const standard = overlayView(null).columns

/** The columns that a view is read as having. */
export const shownColumns = (said: ViewSetting['columns']): readonly ViewColumn[] =>
  overlayView({ columns: said }).columns

/** What a view says of these columns: nothing where it said nothing before and they are the standard ones. */
export function sayColumns(
  columns: readonly ViewColumn[],
  base: ViewSetting['columns'],
): Partial<ViewSetting> {
  const isStandard =
    !base?.length &&
    columns.length === standard.length &&
    columns.every((column, at) => column === standard[at])
  return { columns: isStandard ? undefined : [...columns] }
}
