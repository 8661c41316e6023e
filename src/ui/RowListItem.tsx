import { type ComponentType, memo } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import { Checkbox } from './Checkbox.tsx'
import css from './RowList.module.css'
import { useIsPicked } from './use-selection.ts'

type Props = {
  row: unknown
  name: string
  slot: number
  index: number
  rowHeight: number
  template: string | undefined
  isTabStop: boolean
  isOpen: boolean
  selection: Selection
  filter: string
  cells: ComponentType<{ row: unknown }>
}

/** One row of a list; it is drawn anew only when something of its own changes. */
export const RowListItem = memo(function RowListItem(props: Props) {
  const { index, slot, name, rowHeight, template, cells: Cells } = props
  const { t } = useI18n()
  const isPicked = useIsPicked(props.selection, slot, props.filter)
  return (
    <div
      role="row"
      aria-label={name}
      aria-rowindex={index + 2}
      aria-selected={isPicked}
      aria-current={props.isOpen || undefined}
      className={css['row']}
      data-index={index}
      tabIndex={props.isTabStop ? 0 : -1}
      style={{
        transform: `translateY(${index * rowHeight}px)`,
        height: rowHeight,
        ...(template && { gridTemplateColumns: template }),
      }}
    >
      <div role="gridcell" className={css['pick']} data-pick="">
        <Checkbox
          name={t.common.selectNamed(name)}
          checked={isPicked}
          tabIndex={-1}
          // The list's own click handler picks: it knows about ranges.
          onChange={() => {}}
        />
      </div>
      <Cells row={props.row} />
    </div>
  )
})
