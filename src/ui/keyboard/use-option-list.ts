import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { optionIndexAfterKey } from './option-keys.ts'

/**
 * A list of options below a search field that keeps the focus: arrow keys move among the options, Enter chooses, and the
 * active option is scrolled into sight. `first` is the option that is active before a key is pressed.
 */
export function useOptionList(
  count: number,
  { first = 0, onChoose }: { first?: number; onChoose: (at: number) => void },
) {
  const id = useId()
  const listId = `${id}-list`
  const [active, setActive] = useState<number>()
  const activeOption = useRef<HTMLDivElement>(null)
  const current = Math.min(active ?? first, count - 1)
  useEffect(() => {
    activeOption.current?.scrollIntoView?.({ block: 'nearest' })
  }, [current, count])
  return {
    listId,
    /** Makes `first` the active option again. */
    reset: () => setActive(undefined),
    fieldProps: {
      choices: { listId, activeId: current < 0 ? undefined : `${id}-${current}` },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.nativeEvent.isComposing) return
        const to = optionIndexAfterKey(event.key, current, count)
        if (to === undefined && event.key !== 'Enter') return
        event.preventDefault()
        if (to !== undefined) setActive(to)
        else if (current >= 0) onChoose(current)
      },
    },
    optionProps: (at: number) => ({
      id: `${id}-${at}`,
      ref: at === current ? activeOption : null,
      role: 'option',
      'aria-selected': at === current,
      onPointerMove: () => setActive(at),
      onClick: () => onChoose(at),
    }),
  }
}
