import { Columns3 } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { viewLimits } from '#src/contract/views/view-rules.ts'
import { ColumnType } from '#src/contract/views/view.ts'
import {
  resolvedColumnKey,
  minNameWidth,
  type ResolvedColumn,
} from '#src/features/folder-view/columns.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { isRtl, toLeftToRightKey } from '#src/ui/direction.ts'
import { focusList } from '#src/ui/keyboard/focus.ts'
import type { ColumnHeadControls } from '#src/ui/list/columns.ts'
import {
  type ColumnHeadState,
  ColumnEditingContext,
  rowMenuColumnKey,
} from './column-editing-context.ts'
import { columnWithWidth } from './column-edits.ts'
import css from './ColumnHead.module.css'

/** How far an arrow key moves the edge of a column, and with Shift, in px. */
const step = 8
const bigStep = 40

/** How far the pointer moves before an edge follows it, in px. */
const minMovement = 3

/** In the head of a column the edge by which it is resized; at the end of the head the button for all columns. */
function ColumnHeadControl({ columnKey }: { columnKey: string }) {
  return columnKey === rowMenuColumnKey ? <ColumnsButton /> : <ResizeHandle columnKey={columnKey} />
}

function ColumnsButton() {
  const { t } = useI18n()
  const editing = use(ColumnEditingContext)
  return (
    <IconButton
      small
      className={css['button']}
      name={t.viewSettings.columnChoices}
      aria-haspopup="menu"
      aria-expanded={editing?.edit.menu?.key === rowMenuColumnKey}
      icon={<Columns3 aria-hidden="true" />}
      onClick={({ currentTarget }) =>
        editing?.setEdit({
          menu: { key: rowMenuColumnKey, at: currentTarget, opener: currentTarget },
        })
      }
    />
  )
}

function ResizeHandle({ columnKey: key }: { columnKey: string }) {
  const editing = use(ColumnEditingContext)
  const column = editing?.drawn.find((each) => each.key === key)
  if (!editing || !column) return null
  const { columns, edit, setEdit, onColumns } = editing
  const { min, max } = viewLimits.columnWidth
  const least = column.type === ColumnType.name ? minNameWidth : min
  const clamp = (px: number) => Math.round(Math.max(least, Math.min(px, max)))
  const keep = (px: number | null) =>
    onColumns(
      columns.map((each) => (resolvedColumnKey(each) === key ? columnWithWidth(each, px) : each)),
    )

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    const { clientX: from, pointerId } = event
    const handle: HTMLElement = event.currentTarget
    const before = widthOfCell(handle)
    const row = handle.closest('[role=row]')
    const direction = isRtl() ? -1 : 1
    const hadRing = document.activeElement?.matches(':focus-visible')
    let px: number | undefined
    const stop = new AbortController()
    const { signal } = stop
    const end = (isKept: boolean) => {
      stop.abort()
      setEdit({})
      if (isKept && px !== undefined) keep(px)
    }
    handle.setPointerCapture(pointerId)
    handle.addEventListener(
      'pointermove',
      ({ clientX }) => {
        if (px === undefined && Math.abs(clientX - from) < minMovement) return
        px = clamp(before + (clientX - from) * direction)
        setEdit({ width: { key, px } })
      },
      { signal },
    )
    handle.addEventListener('pointerup', () => end(true), { signal })
    handle.addEventListener('pointercancel', () => end(false), { signal })
    addEventListener(
      'keydown',
      (pressed) => {
        if (pressed.key !== 'Escape') return
        pressed.preventDefault()
        pressed.stopPropagation()
        end(false)
        // After a key the browser draws the focus ring around the button that was clicked before; the list takes the focus.
        if (!hadRing && row?.contains(document.activeElement)) focusList()
      },
      { capture: true, signal },
    )
  }

  return (
    <>
      {/* The edge is for the pointer; the keyboard has the command "Change width". */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <span
        aria-hidden="true"
        className={css['edge']}
        data-active={edit.edge === key || edit.width?.key === key || undefined}
        onPointerDown={onPointerDown}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={() => keep(null)}
      />
      {edit.edge === key && (
        <FocusedResizeHandle column={column} clamp={clamp} keep={keep} min={least} max={max} />
      )}
    </>
  )
}

/** The edge of a column while it has the focus; otherwise its name would be read as part of the column's. */
function FocusedResizeHandle({
  column,
  clamp,
  keep,
  min,
  max,
}: {
  column: ResolvedColumn
  clamp: (px: number) => number
  keep: (px: number) => void
  min: number
  max: number
}) {
  const { t } = useI18n()
  const editing = use(ColumnEditingContext)
  const edge = useRef<HTMLSpanElement>(null)
  // A key has ended it, and moves the focus.
  const isEnded = useRef(false)
  const [before, setBefore] = useState(column.width ?? min)
  useLayoutEffect(() => {
    if (edge.current) setBefore(clamp(widthOfCell(edge.current)))
    edge.current?.focus()
    // The effect runs on mount only: from then on the width is the one being set.
    // eslint-disable-next-line react/exhaustive-deps
  }, [])
  if (!editing) return null
  const { drawn, edit, setEdit } = editing
  const px = edit.width?.px ?? before

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const arrow = toLeftToRightKey(event.key)
    const by = event.shiftKey ? bigStep : step
    if (arrow === 'ArrowRight' || arrow === 'ArrowLeft') {
      const next = clamp(px + (arrow === 'ArrowRight' ? by : -by))
      setEdit({ edge: column.key, width: { key: column.key, px: next } })
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      isEnded.current = true
      if (edit.width) keep(px)
      const at = drawn.indexOf(column) + (event.shiftKey ? -1 : 1)
      const next = event.key === 'Tab' ? drawn[at]?.key : undefined
      setEdit(next === undefined ? {} : { edge: next })
      if (next === undefined) focusHeadOf(event.currentTarget)
    } else if (event.key === 'Escape') {
      isEnded.current = true
      setEdit({})
      focusHeadOf(event.currentTarget)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // It is a window splitter, which has a value and takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <span
      ref={edge}
      className={css['focused']}
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t.viewSettings.columnWidth(column.label)}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={px}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (isEnded.current) return
        if (edit.width) keep(px)
        setEdit({})
      }}
    />
  )
}

const widthOfCell = (edge: HTMLElement) =>
  edge.closest('[role=columnheader]')?.getBoundingClientRect().width ?? 0

/** The button of the head of this column, or the one for all columns. */
function focusHeadOf(edge: HTMLElement): void {
  const row = edge.closest('[role=row]')
  const button =
    edge.parentElement?.querySelector('button') ??
    [...(row?.querySelectorAll('button') ?? [])].at(-1)
  button?.focus()
}

/** What the head of a list offers; the page keeps which menu or edge is open. */
export const createColumnControls = (
  setEdit: (edit: ColumnHeadState) => void,
): ColumnHeadControls => ({
  Control: ColumnHeadControl,
  onMenu: (key, event) => {
    event.preventDefault()
    event.stopPropagation()
    const { clientX: x, clientY: y, currentTarget: cell } = event
    // An event of the menu key has no position: the menu opens at the cell.
    const at = x || y ? { x, y } : cell
    setEdit({ menu: { key, at, opener: cell.querySelector('button') ?? undefined } })
  },
})
