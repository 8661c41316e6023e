/** The items by a key, in the order in which the keys come first. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** The first key of whichever group has most entries; of groups of one size, the one that comes first. */
export function firstOfLargestGroup<Key, Value>(
  entries: ReadonlyMap<Key, Value>,
  groupOf: (value: Value) => unknown,
): Key | undefined {
  const groups = [...groupBy(entries, ([, value]) => groupOf(value)).values()]
  const largest = groups.reduce((most, group) => (group.length > most.length ? group : most), [])
  return largest[0]?.[0]
}
