import type { ViewSetting } from './view.ts'

/** What is empty is never stored, and order among fields means nothing. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
    .map(([name, field]): [string, unknown] => [name, normal(field)])
    .filter(([, field]) => (Array.isArray(field) ? field.length > 0 : Boolean(field)))
  return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Whether two views say the same, as far as the service keeps them (contract.md §3.3). */
export const isSameView = (one: ViewSetting, other: ViewSetting): boolean =>
  JSON.stringify(normal(one)) === JSON.stringify(normal(other))
