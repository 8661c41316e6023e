import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import type { UnloadedRowsAtSelectAll, GridSelection } from '#src/lib/selection.ts'
import type { Anchor } from '#src/ui/anchor.ts'
import { useHotkeys } from '#src/ui/keyboard/use-hotkeys.ts'
import { listenForRowInput } from '#src/ui/list/gestures/row-gestures.ts'
import { itemIndexOfElement } from './use-row-focus.ts'
import { useRowSelection } from './use-row-selection.ts'

/** What the pointer and the keyboard need to know of the rows of a list, in any layout. */
export type RowInteractionOptions<Row> = {
  /** The row indexes of the visible rows, in order. */
  rowIndexes: Uint32Array
  /** What belongs to the list now and has not been loaded yet. */
  rowsToCome: () => UnloadedRowsAtSelectAll | undefined
  rowAt: (rowIndex: number) => Row | undefined
  nameOf: (row: Row) => string
  selection: GridSelection
  /** Names the current filter. */
  filterKey: string
  /** Names filter, order and folder; the anchor of a range is forgotten when it changes. */
  anchorKey: string
  /** Cards of two lines instead of columns, on narrow screens: a tap opens. */
  isCards: boolean
  onOpen: (row: Row) => void
  /** Called when another row has become the only selected one, by a click or a key. */
  onSelectOnly?: ((row: Row) => void) | undefined
  /** A key on a focused row that the list does not use itself; repeats are left out. Returns whether it was handled. */
  onRowKey?: (key: string, row: Row) => boolean
  /** A menu is requested by pointer or key; `at` is its anchor. The row has been selected before. */
  onMenu?: (row: Row, at: Anchor) => void
}

const isControl = (target: EventTarget, row: HTMLElement | null) =>
  target instanceof Element && target !== row && target.closest('button,a,input') !== null

/** Whether the target is beside the rows and the parts of the grid that do something. */
const isBlank = (target: EventTarget) =>
  target instanceof Element && target.closest('button,a,input,[role=alert],[data-sticky]') === null

const isMenuKey = (event: KeyboardEvent) =>
  event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')

/** What the rows need to know of the layout that they are in. */
type RowLayout = {
  scroller: RefObject<HTMLElement | null>
  focusIndex: number
  focusOn: (index: number) => void
  moveTo: (index: number) => void
  /** Returns the index to which a key leads from that of a row, if it moves at all. */
  stepTo: (key: string, index: number) => number | undefined
  /** It gets a key that may move focus within the row. Returns whether it did. */
  onSideKey?: (key: string, row: HTMLElement) => boolean
}

/** Event handlers to select, open and move between rows, by pointer and by key. Rows have their index in `data-index`. */
export function useRowInteractions<Row>(
  props: RowInteractionOptions<Row>,
  { scroller, focusIndex, focusOn, moveTo, stepTo, onSideKey }: RowLayout,
) {
  const { rowIndexes, selection, filterKey, rowAt, isCards } = props
  const { selectTo, toggle, ...rowSelection } = useRowSelection({
    rowIndexes,
    selection,
    filterKey,
    anchorKey: props.anchorKey,
  })
  /** The row that had focus before a press of the pointer moved it. */
  const focusBeforePress = useRef(0)

  const rowOf = (index: number) => {
    const rowIndex = rowIndexes[index]
    return rowIndex === undefined ? undefined : rowAt(rowIndex)
  }

  const selectOnly = (index: number) => {
    rowSelection.selectOnly(index)
    const row = rowOf(index)
    if (row) props.onSelectOnly?.(row)
  }

  const nameAt = (index: number) => {
    const row = rowOf(index)
    return row && props.nameOf(row)
  }
  useRowGestures(scroller, {
    rowIndexes,
    selection,
    filterKey,
    isCards,
    nameAt,
    selectOnly,
    toggle,
    moveTo,
  })
  const selectAll = () => selection.selectAll(rowIndexes, filterKey, props.rowsToCome())
  useSelectAllKey(selectAll)

  const onClick = (event: MouseEvent) => {
    const index = itemIndexOfElement(event.target)
    if (index < 0 && isBlank(event.target)) selection.clear()
    const row = rowOf(index)
    if (!row) return
    const inCheckbox =
      event.target instanceof Element && event.target.closest('[data-checkbox],[type=checkbox]')
    if (!inCheckbox && isControl(event.target, null)) return
    focusOn(index)
    const adds = event.ctrlKey || event.metaKey
    if (event.shiftKey) selectTo(index, Math.max(0, focusBeforePress.current), adds)
    // While something is selected, a tap selects.
    else if (inCheckbox || adds || (isCards && selection.count(rowIndexes, filterKey) > 0))
      toggle(index)
    else if (isCards) props.onOpen(row)
    else selectOnly(index)
  }

  const onDoubleClick = (event: MouseEvent) => {
    const row = rowOf(itemIndexOfElement(event.target))
    if (row && !isControl(event.target, null)) props.onOpen(row)
  }

  const openMenu = (index: number, at: Anchor) => {
    const rowIndex = rowIndexes[index]
    const row = rowOf(index)
    if (!row || rowIndex === undefined) return
    if (!selection.has(rowIndex, filterKey)) selectOnly(index)
    focusOn(index)
    props.onMenu?.(row, at)
  }

  const onContextMenu = (event: MouseEvent) => {
    const index = itemIndexOfElement(event.target)
    if (!props.onMenu || index < 0 || isControl(event.target, null)) return
    event.preventDefault()
    const { clientX: x, clientY: y } = event
    openMenu(index, { x, y })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const index = itemIndexOfElement(event.target)
    // A field in a row has its keys for itself.
    if (index < 0 || event.altKey || (event.target as Element).matches('textarea')) return
    const rowElement = (event.target as Element).closest<HTMLElement>('[data-index]')
    const row = rowOf(index)
    if (!row || !rowElement) return
    const command = event.ctrlKey || event.metaKey
    const target = stepTo(event.key, index)
    if (target !== undefined) {
      const next = Math.max(0, Math.min(target, rowIndexes.length - 1))
      if (event.shiftKey) selectTo(next, index, false)
      else if (!command) selectOnly(next)
      moveTo(next)
    } else if (onSideKey?.(event.key, rowElement)) {
      // The key is handled: focus is inside the row now.
    } else if (event.key === ' ' && !isControl(event.target, rowElement)) {
      if (event.shiftKey) selectTo(index, index, true)
      else toggle(index)
    } else if (event.key === 'Enter' && !isControl(event.target, rowElement)) props.onOpen(row)
    else if (command && event.key.toLowerCase() === 'a') selectAll()
    else if (props.onMenu && isMenuKey(event)) openMenu(index, rowElement)
    // A held key runs the command of a row once: the next repeat would be for the next row.
    else if (command || event.repeat || !props.onRowKey?.(event.key, row)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    onMouseDown: () => {
      focusBeforePress.current = focusIndex
    },
    onClick,
    onDoubleClick,
    onContextMenu,
    onKeyDown,
  }
}

/** Listens for areas drawn with the mouse and for long presses. */
function useRowGestures(
  scroller: RefObject<HTMLElement | null>,
  target: ReturnType<Parameters<typeof listenForRowInput>[1]>,
): void {
  const gestureTarget = useEffectEvent(() => target)
  useEffect(
    () =>
      scroller.current ? listenForRowInput(scroller.current, () => gestureTarget()) : undefined,
    [scroller],
  )
}

/** Select all works before any row has focus. Controls beside the list keep their own. */
function useSelectAllKey(selectAll: () => void): void {
  useHotkeys({
    '$mod+a': (event) => {
      const active = document.activeElement
      if (active !== document.body && !active?.closest('main')) return
      event.preventDefault()
      selectAll()
    },
  })
}
