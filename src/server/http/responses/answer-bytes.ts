/** Bytes of the items of one answer, about: a list ends there as well as at its number of rows. */
const maxBytes = 8 * 1024 * 1024

/**
 * The items of an answer, made of the rows in order, until they have 8 MB together; at least one, if there is a row. Rows
 * that are read one after the other are read no further.
 */
export function itemsWithinAnswerSize<Row, Item>(
  rows: Iterable<Row>,
  itemOf: (row: Row) => { item: Item; bytes: number },
): Item[] {
  const items: Item[] = []
  let total = 0
  for (const row of rows) {
    const { item, bytes } = itemOf(row)
    total += bytes
    if (total > maxBytes && items.length > 0) break
    items.push(item)
  }
  return items
}
