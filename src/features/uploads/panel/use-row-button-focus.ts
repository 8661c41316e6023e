import { type FocusEvent, type RefObject, useRef } from 'react'

type FocusedButton = {
  /** Id of the row of the button; undefined outside of rows. */
  id: string | undefined
  position: string | null | undefined
  /** Index among the buttons of its row. */
  button: number
}

const buttonsOf = (row: Element) => [...row.querySelectorAll('button')]
const positionOf = (row: Element | null) => row?.getAttribute('aria-posinset')

/**
 * Keeps the focus in the list when the focused button is replaced or removed with its row: call `restoreFocus` after the
 * rows have been drawn.
 */
export function useRowButtonFocus(panel: RefObject<HTMLElement | null>) {
  const last = useRef<FocusedButton | undefined>(undefined)
  const restoreFocus = () => {
    const before = last.current
    if (!before || document.activeElement !== document.body) return
    const rows = [...(panel.current?.querySelectorAll<HTMLElement>('li[data-id]') ?? [])]
    const sameRow = rows.find((row) => row.dataset['id'] === before.id)
    const row = sameRow ?? rows.find((each) => positionOf(each) === before.position) ?? rows.at(-1)
    const buttons = row && before.id !== undefined ? buttonsOf(row) : []
    const button = sameRow ? buttons[before.button] : buttons.at(-1)
    ;(button ?? panel.current?.querySelector('ul'))?.focus()
  }
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest<HTMLElement>('li[data-id]')
    last.current = {
      id: row?.dataset['id'],
      position: positionOf(row),
      button: row ? buttonsOf(row).indexOf(target as HTMLButtonElement) : -1,
    }
  }
  const onBlur = () => {
    last.current = undefined
  }
  return { focusProps: { onFocus, onBlur }, restoreFocus }
}
