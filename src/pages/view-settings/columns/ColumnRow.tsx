import { GripVertical, Lock, X } from 'lucide-react'
import type { KeyboardEvent, PointerEvent, RefCallback } from 'react'
import { viewLimits } from '#src/contract/views/view-rules.ts'
import type { ViewColumn } from '#src/contract/views/view.ts'
import { endUndoStep, setInvalidText } from '#src/features/folder-view/view-edits.ts'
import {
  columnInstanceId,
  columnWidthFieldKey,
  columnWithWidth,
} from '#src/features/folder/columns/column-edits.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import { parseWholeNumber } from '#src/lib/numbers/whole-number.ts'
import css from './ColumnList.module.css'

const steps: Readonly<Record<string, number | 'first' | 'last'>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: 'first',
  End: 'last',
}

/** Handlers that move or remove a column; `by` is in positions. */
export type ColumnRowHandlers = {
  onMove: (by: number | 'first' | 'last') => void
  onDrag: (event: PointerEvent<HTMLElement>) => void
  onRemove: () => void
}

/** One column. Its handle moves it, by dragging or with the arrow keys. */
export function ColumnRow({
  folder,
  column,
  label,
  place,
  refTo,
  invalidText,
  hintId,
  onColumn,
}: {
  folder: string
  column: ViewColumn
  /** Its label; null for a type that this version does not know. */
  label: string | null
  /** Null for the column that is always there. */
  place: ColumnRowHandlers | null
  /** Refs for the row, and for the buttons that move and remove it. */
  refTo: (part: string) => RefCallback<HTMLElement>
  /** Text in the width field that is not a valid width. */
  invalidText: string | undefined
  /** Id of the instructions for the handle. */
  hintId: string
  onColumn: (changed: ViewColumn) => void
}) {
  const { t } = useI18n()
  const messages = useViewEditorMessages()
  const name = label ?? t.viewSettings.columnUnknown(column.type)
  const id = `column-${columnInstanceId(column)}`
  const bounds = viewLimits.columnWidth
  // An invalid stored width has no effect and stays unchanged.
  const width = column.width && column.width > 0 ? String(column.width) : ''

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    place?.onMove(step)
  }
  return (
    <li ref={refTo(`row ${columnInstanceId(column)}`)} className={css['row']}>
      {place ? (
        <button
          type="button"
          ref={refTo(`move ${columnInstanceId(column)}`)}
          className={css['handle']}
          aria-label={messages.columnMove(name)}
          aria-describedby={hintId}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            if (event.button === 0) place.onDrag(event)
          }}
        >
          <GripVertical aria-hidden="true" />
        </button>
      ) : (
        <span className={css['fixed']} data-tooltip={messages.columnFixed}>
          <Lock aria-label={messages.columnFixed} role="img" />
        </span>
      )}
      <span className={css['name']} data-tooltip={name} data-tooltip-if="cut">
        <bdi>{name}</bdi>
        {label === null && <small>{messages.columnUnknownHint}</small>}
      </span>
      <span className={css['width']}>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-label={t.viewSettings.columnWidth(name)}
          aria-invalid={invalidText !== undefined || undefined}
          aria-describedby={invalidText === undefined ? undefined : `${id}-fault`}
          placeholder={messages.columnWidthAuto}
          value={invalidText ?? width}
          onChange={({ target }) => {
            if (target.value.trim() === '') {
              onColumn(columnWithWidth(column, null))
              return
            }
            const parsed = parseWholeNumber(target.value, bounds)
            if ('value' in parsed) onColumn(columnWithWidth(column, parsed.value))
            else setInvalidText(folder, columnWidthFieldKey(column), target.value)
          }}
          onBlur={() => endUndoStep(folder)}
        />
        <span aria-hidden="true">{t.viewSettings.px}</span>
      </span>
      {place ? (
        <button
          type="button"
          ref={refTo(`remove ${columnInstanceId(column)}`)}
          className={css['remove']}
          aria-label={t.viewSettings.columnRemove(name)}
          data-tooltip={t.viewSettings.columnRemove(name)}
          onClick={place.onRemove}
        >
          <X aria-hidden="true" />
        </button>
      ) : (
        <span />
      )}
      {invalidText !== undefined && (
        <p id={`${id}-fault`} className={css['error']}>
          {messages.columnWidthFault(bounds.min, bounds.max)}
        </p>
      )}
    </li>
  )
}
