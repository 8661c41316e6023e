import { undoLast } from '#src/jobs/messages/last-undo.ts'
import { useHotkeys } from '#src/ui/keyboard/use-hotkeys.ts'

/** Ctrl+Z takes the last write back. */
export const useUndoHotkey = (): void =>
  useHotkeys({
    '$mod+z': (event) => {
      if (undoLast()) event.preventDefault()
    },
  })
