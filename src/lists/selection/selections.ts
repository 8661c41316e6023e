import { onSignOut } from '#src/api/resets.ts'
import { Selection } from '#src/lib/selection.ts'

let selections = new WeakMap<object, Selection>()

/** One selection per list, as long as the list exists; leaving the page keeps it. */
export function selectionOf(list: object): Selection {
  let selection = selections.get(list)
  if (!selection) selections.set(list, (selection = new Selection()))
  return selection
}

const resetSelections = (): void => {
  selections = new WeakMap()
}
onSignOut(resetSelections)
