import type { RefObject } from 'react'
import { undoLast } from '#src/jobs/messages/last-undo.ts'
import { useHotkeys } from '#src/ui/keyboard/use-hotkeys.ts'

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
    '$mod+z': (event) => {
      if (undoLast()) event.preventDefault()
    },
  })
}
