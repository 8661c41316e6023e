import { itemIndexOfElement } from '#src/ui/list/interactions/use-row-focus.ts'
import type { RowInputTarget } from './gesture-target.ts'

/** How long a finger stays on a row to select it, in ms, and how far it may move meanwhile, in px. */
const pressMs = 500
const maxMovement = 10

/** A finger that stays on a row of a narrow screen, where a tap opens, starts selecting with that row. */
export function selectOnLongPress(
  grid: HTMLElement,
  target: () => RowInputTarget,
  signal: AbortSignal,
): void {
  let press: { rowIndex: number; x: number; y: number; timer: number } | undefined
  let hasSelected = false

  const end = () => {
    clearTimeout(press?.timer)
    press = undefined
  }
  const select = () => {
    const { selection, rowIndexes, filterKey, toggle } = target()
    const index = press ? rowIndexes.indexOf(press.rowIndex) : -1
    if (press && index >= 0 && !selection.has(press.rowIndex, filterKey)) toggle(index)
    hasSelected = true
    end()
  }
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    act: (event: HTMLElementEventMap[Type]) => void,
  ) => grid.addEventListener(type, act, { signal })

  on('pointerdown', (event) => {
    end()
    hasSelected = false
    const { isCards, rowIndexes } = target()
    const rowIndex = rowIndexes[itemIndexOfElement(event.target)]
    const isControl = event.target instanceof Element && event.target.closest('button,a,input')
    if (event.pointerType !== 'touch' || !event.isPrimary || isControl) return
    if (!isCards || rowIndex === undefined) return
    const { clientX: x, clientY: y } = event
    press = { rowIndex, x, y, timer: window.setTimeout(select, pressMs) }
  })
  on('pointermove', ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > maxMovement) end()
  })
  on('pointerup', end)
  on('pointercancel', end)
  // Some browsers ask for a menu at the same moment, and click when the finger is lifted.
  on('contextmenu', (event) => {
    if (press) select()
    if (!hasSelected) return
    event.preventDefault()
    event.stopPropagation()
  })
  on('click', (event) => {
    if (hasSelected) event.stopPropagation()
    hasSelected = false
  })
}
