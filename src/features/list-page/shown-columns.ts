import { createContext } from 'react'
import type { Column } from '#src/ui/list/columns.ts'

/** Keys of the columns for which there is room, in order. */
export const ShownColumnsContext = createContext<readonly string[]>([])

/** Columns of a grid with their labels; they sort unless they say otherwise. */
export const sortableColumns = <Key extends string>(
  columns: readonly { key: Key; track: string; isNumeric?: true; isSortable?: false }[],
  labels: Readonly<Record<Key, string>>,
): Column[] => columns.map((column) => ({ isSortable: true, ...column, label: labels[column.key] }))
