import { TypeAhead } from '#src/ui/keyboard/type-ahead.ts'
import { areLetterShortcutsEnabled } from '#src/ui/keyboard/use-hotkeys.ts'
import { itemIndexOfElement } from '#src/ui/list/interactions/use-row-focus.ts'
import type { RowInputTarget } from './gesture-target.ts'

/**
 * Letters go to the row with that name where single-letter keys do nothing else. Rows that are not loaded have no name.
 */
export function createRowTypeAhead(target: () => RowInputTarget): (event: KeyboardEvent) => void {
  const typeAhead = new TypeAhead()
  return (event) => {
    if (areLetterShortcutsEnabled() || !/^\S$/u.test(event.key)) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if ((event.target as Element).closest('input:not([type=checkbox]), textarea, select')) return
    const index = itemIndexOfElement(event.target)
    if (index < 0) return
    event.preventDefault()
    event.stopPropagation()
    const { rowIndexes, nameAt, selectOnly, moveTo } = target()
    const found = typeAhead.find(event, index, rowIndexes.length, nameAt)
    if (found === undefined) return
    selectOnly(found)
    moveTo(found)
  }
}
