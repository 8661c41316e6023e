import { type ComponentType, memo, useMemo } from 'react'
import { useGridRow } from '#src/ui/list/interactions/use-grid-row.tsx'
import type { GridItem } from '#src/ui/list/use-virtual-grid.ts'
import css from './TileList.module.css'

type Props = GridItem<unknown> & {
  /** `left`, `top`, `width` and `height` are in CSS px. */
  left: number
  top: number
  width: number
  height: number
  /** One line of text instead of a tile. */
  isCompact: boolean
  content: ComponentType<{ row: unknown; isCompact: boolean }>
  menuCell: ComponentType<{ row: unknown }> | undefined
}

/** One tile; it renders only when something of its own changes. */
export const TileListItem = memo(function TileListItem(props: Props) {
  const { row, isCompact, content: Content, menuCell: MenuCell } = props
  const { attributes, checkbox } = useGridRow(props)
  // While tiles change their size, dozens of them move at once.
  const cells = useMemo(
    () => (
      <>
        <div role="gridcell" className={css['content']}>
          {checkbox}
          <Content row={row} isCompact={isCompact} />
        </div>
        {MenuCell && <MenuCell row={row} />}
      </>
    ),
    [checkbox, row, isCompact, Content, MenuCell],
  )
  return (
    <div
      {...attributes}
      className={css['tile']}
      data-compact={isCompact || undefined}
      style={{
        insetInlineStart: props.left,
        insetBlockStart: props.top,
        inlineSize: props.width,
        blockSize: props.height,
      }}
    >
      {cells}
    </div>
  )
})
