import type { CDPSession } from 'playwright-core'

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
export const ms = (value: number): string => `${value.toFixed(value < 20 ? 1 : 0)} ms`
export const ratio = (ours: number, theirs: number): string => `${(ours / theirs).toFixed(2)}×`

/** What the page has spent so far, by the browser's names, in ms. */
export async function spent(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]))
}
