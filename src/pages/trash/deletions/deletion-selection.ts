import type { GridSelection } from '#src/lib/selection.ts'

/**
 * The selection of items as the rows of deletions show it: a row is selected when the item that stands for it is, and
 * selecting it selects all items of its deletion.
 */
export function selectionOfDeletions(
  items: GridSelection,
  membersOf: (leads: Uint32Array) => Uint32Array,
): GridSelection {
  const { subscribe, version, isReadOnly } = items
  return {
    subscribe,
    version,
    isReadOnly,
    has: (lead, filterKey) => items.has(lead, filterKey),
    count: (leads, filterKey) => items.count(leads, filterKey),
    among: (leads, filterKey) => items.among(leads, filterKey),
    toggle: (lead, filterKey) =>
      items.set(membersOf(Uint32Array.of(lead)), !items.has(lead, filterKey), filterKey),
    replace: (leads) => items.replace(membersOf(leads)),
    set: (leads, selected, filterKey) => items.set(membersOf(leads), selected, filterKey),
    selectAll: (leads, filterKey, later) => items.selectAll(membersOf(leads), filterKey, later),
    clear: () => items.clear(),
  }
}
