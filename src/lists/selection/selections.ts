import { Selection } from '#src/lib/selection.ts'
import { valueKeptPerList } from '#src/lists/kept-per-list.ts'

/** One selection per list, as long as the list exists; leaving the page keeps it. */
export function selectionOf(list: object): Selection {
  const kept = valueKeptPerList<Selection>(list, 'selection')
  const selection = kept.get() ?? new Selection()
  kept.set(selection)
  return selection
}
