import { GripVertical, Lock, X } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { viewLimits } from '#src/contract/view-rules.ts'
import type { ViewColumn } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { readWholeNumber } from '#src/lib/whole-number.ts'
import { endStep, typeInField } from '#src/stores/view-drafts.ts'
import { idOf, widthField, withWidth } from './column-edits.ts'
import css from './ColumnList.module.css'

const steps: Readonly<Record<string, number | 'first' | 'last'>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: 'first',
  End: 'last',
}

/** One column: moved by its handle, which takes arrow keys too. */
export function ColumnRow({
  folder,
  column,
  label,
  isFixed,
  typed,
  hintId,
  onMove,
  onDrag,
  onRemove,
  onColumn,
}: {
  folder: string
  column: ViewColumn
  /** null for a kind that is not known here. */
  label: string | null
  isFixed: boolean
  /** What stands in the field of the width and is none. */
  typed: string | undefined
  /** Id of what says how the handle is used. */
  hintId: string
  onMove: (by: number | 'first' | 'last') => void
  onDrag: (event: PointerEvent<HTMLElement>) => void
  onRemove: () => void
  onColumn: (changed: ViewColumn) => void
}) {
  const { t } = useI18n()
  const words = t.viewSettings
  const name = label ?? words.columnUnknown(column.type)
  const id = `column-${idOf(column)}`
  const bounds = viewLimits.columnWidth
  // What is no width is drawn as wide as its kind, and stays as it is.
  const width = column.width && column.width > 0 ? String(column.width) : ''

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onMove(step)
  }
  return (
    <li className={css['row']} data-column={idOf(column)} data-movable={isFixed ? undefined : ''}>
      {isFixed ? (
        <span className={css['fixed']} title={words.columnFixed}>
          <Lock aria-label={words.columnFixed} role="img" />
        </span>
      ) : (
        <button
          type="button"
          data-part="move"
          className={css['handle']}
          aria-label={words.columnMove(name)}
          aria-describedby={hintId}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            if (event.button === 0) onDrag(event)
          }}
        >
          <GripVertical aria-hidden="true" />
        </button>
      )}
      <span className={css['name']} title={name}>
        <bdi>{name}</bdi>
        {label === null && <small title={words.columnUnknownHint}>{words.columnUnknownHint}</small>}
      </span>
      <span className={css['width']}>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-label={words.columnWidth(name)}
          aria-invalid={typed !== undefined || undefined}
          aria-describedby={typed === undefined ? undefined : `${id}-fault`}
          placeholder={words.columnWidthAuto}
          value={typed ?? width}
          onChange={({ target }) => {
            if (target.value.trim() === '') {
              onColumn(withWidth(column, null))
              return
            }
            const read = readWholeNumber(target.value, bounds)
            if ('value' in read) onColumn(withWidth(column, read.value))
            else typeInField(folder, widthField(column), target.value)
          }}
          onBlur={() => endStep(folder)}
        />
        <span aria-hidden="true">{words.px}</span>
      </span>
      {isFixed ? (
        <span />
      ) : (
        <button
          type="button"
          data-part="remove"
          className={css['remove']}
          aria-label={words.columnRemove(name)}
          title={words.columnRemove(name)}
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </button>
      )}
      {typed !== undefined && (
        <p id={`${id}-fault`} className={css['error']}>
          {words.columnWidthFault(bounds.min, bounds.max)}
        </p>
      )}
    </li>
  )
}
