import type { GridSelection } from '#src/lib/selection.ts'

/**
 * The selection of items as the rows of deletions show it: a row is selected when all items of its deletion are, and
 * selecting it selects them.
 */
export function selectionOfDeletions(
  items: GridSelection,
  membersOf: (leads: Uint32Array) => Uint32Array,
): GridSelection {
  const { subscribe, version, isReadOnly } = items
  const has = (lead: number, filterKey: string) =>
    membersOf(Uint32Array.of(lead)).every((item) => items.has(item, filterKey))
  return {
    subscribe,
    version,
    isReadOnly,
    has,
    count: (leads, filterKey) => leads.filter((lead) => has(lead, filterKey)).length,
    among: (leads, filterKey) => leads.filter((lead) => has(lead, filterKey)),
    toggle: (lead, filterKey) =>
      items.set(membersOf(Uint32Array.of(lead)), !has(lead, filterKey), filterKey),
    replace: (leads) => items.replace(membersOf(leads)),
    set: (leads, selected, filterKey) => items.set(membersOf(leads), selected, filterKey),
    selectAll: (leads, filterKey, later) => items.selectAll(membersOf(leads), filterKey, later),
    clear: () => items.clear(),
  }
}
