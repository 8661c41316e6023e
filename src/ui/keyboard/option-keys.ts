/** Options by which PageUp and PageDown move. */
const pageSize = 8

/** The index of the option to which a key leads from `index` in a list of `count`; undefined for keys that do not move. */
export function optionIndexAfterKey(key: string, index: number, count: number): number | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageSize,
    PageUp: -pageSize,
  }
  const step = steps[key]
  return step === undefined ? undefined : Math.max(0, Math.min(index + step, count - 1))
}
