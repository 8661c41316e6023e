import { type ComponentType, memo } from 'react'
import { useGridRow } from '#src/ui/list/interactions/use-grid-row.tsx'
import type { GridItem } from './use-grid-items.ts'
import css from './RowList.module.css'

type Props = GridItem<unknown> & {
  rowHeight: number
  template: string | undefined
  cells: ComponentType<{ row: unknown }>
}

/** It renders only when something of its own changes. */
export const RowListItem = memo(function RowListItem(props: Props) {
  const { index, rowHeight, template, cells: Cells } = props
  const { attributes, checkbox } = useGridRow(props)
  return (
    <div
      {...attributes}
      className={css['row']}
      style={{
        insetBlockStart: index * rowHeight,
        height: rowHeight,
        ...(template && { gridTemplateColumns: template }),
      }}
    >
      <div role="gridcell" className={css['checkbox']} data-checkbox="">
        {checkbox}
      </div>
      <Cells row={props.row} />
    </div>
  )
})
