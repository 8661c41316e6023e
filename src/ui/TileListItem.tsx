import { type ComponentType, memo } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import { Checkbox } from './Checkbox.tsx'
import css from './TileList.module.css'
import { useIsPicked } from './use-selection.ts'

type Props = {
  row: unknown
  name: string
  slot: number
  index: number
  /** CSS pixels. */
  left: number
  top: number
  width: number
  height: number
  isTabStop: boolean
  isOpen: boolean
  selection: Selection
  filter: string
  face: ComponentType<{ row: unknown }>
  aside: ComponentType<{ row: unknown }> | undefined
}

/** One tile; it is drawn anew only when something of its own changes. */
export const TileListItem = memo(function TileListItem(props: Props) {
  const { index, slot, name, face: Face, aside: Aside } = props
  const { t } = useI18n()
  const isPicked = useIsPicked(props.selection, slot, props.filter)
  return (
    <div
      role="row"
      aria-label={name}
      aria-rowindex={index + 2}
      aria-selected={isPicked}
      aria-current={props.isOpen || undefined}
      className={css['tile']}
      data-index={index}
      tabIndex={props.isTabStop ? 0 : -1}
      style={{
        insetInlineStart: props.left,
        transform: `translateY(${props.top}px)`,
        inlineSize: props.width,
        blockSize: props.height,
      }}
    >
      <div role="gridcell" className={css['face']}>
        <Checkbox
          name={t.common.selectNamed(name)}
          checked={isPicked}
          tabIndex={-1}
          // The list's own click handler picks: it knows about ranges.
          onChange={() => {}}
        />
        <Face row={props.row} />
      </div>
      {Aside && <Aside row={props.row} />}
    </div>
  )
})
