import type { RefObject } from 'react'
import { useHotkeys } from '#src/ui/use-hotkeys.ts'

/** The keys of every list page: `/` to search, R to read anew, Escape to let go of the selection, then of the details. */
export function useListKeys({
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
}
