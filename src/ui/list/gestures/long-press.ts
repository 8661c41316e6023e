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
  let press: { index: number; x: number; y: number; timer: number } | undefined
  let hasSelected = false

  const end = () => {
    clearTimeout(press?.timer)
    press = undefined
  }
  const select = () => {
    const { selection, rowIndexes, filterKey, toggle } = target()
    const rowIndex = press && rowIndexes[press.index]
    if (press && rowIndex !== undefined && !selection.has(rowIndex, filterKey)) toggle(press.index)
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
    const index = itemIndexOfElement(event.target)
    const isControl = event.target instanceof Element && event.target.closest('button,a,input')
    if (event.pointerType !== 'touch' || !event.isPrimary || index < 0 || isControl) return
    if (!target().isCards) return
    const { clientX: x, clientY: y } = event
    press = { index, x, y, timer: window.setTimeout(select, pressMs) }
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
