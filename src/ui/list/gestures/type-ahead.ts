import { foldText } from '#src/lib/names/text-search.ts'
import { areLetterShortcutsEnabled } from '#src/ui/keyboard/use-hotkeys.ts'
import { itemIndexOfElement } from '#src/ui/list/interactions/use-row-focus.ts'
import type { RowInputTarget } from './gesture-target.ts'

/** Letters that follow each other within this time, in ms, are one text. */
const typingMs = 1000

/**
 * Letters go to the row with that name where single-letter keys do nothing else: one letter to the next such row,
 * several to the first from the focused row on. Rows that are not loaded have no name.
 */
export function createTypeAhead(target: () => RowInputTarget): (event: KeyboardEvent) => void {
  let typed = { text: '', at: 0 }

  const find = (letter: string, index: number): number | undefined => {
    const { rowIndexes, nameAt } = target()
    const count = rowIndexes.length
    const now = performance.now()
    const isNew = now - typed.at > typingMs
    const text = foldText((isNew ? '' : typed.text) + letter)
    typed = { text, at: now }
    for (let step = isNew ? 1 : 0; step < count + (isNew ? 1 : 0); step++) {
      const found = (index + step) % count
      if (foldText(nameAt(found) ?? '').startsWith(text)) return found
    }
    return undefined
  }

  return (event) => {
    if (areLetterShortcutsEnabled() || !/^\S$/u.test(event.key)) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if ((event.target as Element).closest('input:not([type=checkbox]), textarea, select')) return
    const index = itemIndexOfElement(event.target)
    if (index < 0) return
    event.preventDefault()
    event.stopPropagation()
    const found = find(event.key, index)
    if (found === undefined) return
    target().selectOnly(found)
    target().moveTo(found)
  }
}
