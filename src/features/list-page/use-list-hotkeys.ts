import type { RefObject } from 'react'
import { useHotkeys } from '#src/ui/keyboard/use-hotkeys.ts'
import { useUndoHotkey } from './use-undo-hotkey.ts'

/**
 * The keys of every list page: `/` focuses the search, R reloads, Escape clears the selection, then closes the
 * details, Ctrl+Z takes the last write back.
 */
export function useListHotkeys({
  search,
  onRefresh,
  onEscape,
}: {
  search: RefObject<HTMLInputElement | null>
  onRefresh: () => void
  onEscape: () => void
}): void {
  useHotkeys({
    '/': (event) => {
      event.preventDefault()
      search.current?.focus()
    },
    r: onRefresh,
    Escape: onEscape,
  })
  useUndoHotkey()
}
