import { Selection } from '#src/lib/selection.ts'
import { forgetsOnSignOut } from './resets.ts'

/** One selection per list, kept while the list is; leaving the page does not lose it. */
const selections = new Map<string, Selection>()

export function selectionOf(list: string): Selection {
  let selection = selections.get(list)
  if (!selection) selections.set(list, (selection = new Selection()))
  return selection
}

const resetSelections = (): void => selections.clear()
forgetsOnSignOut(resetSelections)
