import { Selection } from '#src/lib/selection.ts'
import { forgetsOnSignOut } from './resets.ts'

let selections = new WeakMap<object, Selection>()

/** One selection per list, kept while the list is; leaving the page does not lose it. */
export function selectionOf(list: object): Selection {
  let selection = selections.get(list)
  if (!selection) selections.set(list, (selection = new Selection()))
  return selection
}

const resetSelections = (): void => {
  selections = new WeakMap()
}
forgetsOnSignOut(resetSelections)
