import { createContext } from 'react'
import type { Column } from '#src/ui/list/columns.ts'

/** There is room for the columns with these keys, in order. */
export const ShownColumnsContext = createContext<readonly string[]>([])

/** The columns get their labels and sort unless they say otherwise. */
export const sortableColumns = <Key extends string>(
  columns: readonly { key: Key; track: string; isNumeric?: true; isSortable?: false }[],
  labels: Readonly<Record<Key, string>>,
): Column[] => columns.map((column) => ({ isSortable: true, ...column, label: labels[column.key] }))
