import type { Browser, CDPSession, Page } from 'playwright-core'

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
export const ms = (value: number): string => `${value.toFixed(value < 20 ? 1 : 0)} ms`
export const ratio = (ours: number, theirs: number): string => `${(ours / theirs).toFixed(2)}×`

/** What the page has spent so far, by the browser's names, in ms. */
export async function spent(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]))
}

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Thread time, in µs. */
  tdur?: number
  args: { name?: string }
}

/**
 * The tasks and the names of threads in a trace, which has one event on each line. The trace of 10,000 requests is longer
 * than a string can be, so it is read by lines.
 */
function eventsOf(trace: Buffer): TraceEvent[] {
  const events: TraceEvent[] = []
  for (let start = 0; start < trace.length;) {
    const newline = trace.indexOf('\n', start)
    const end = newline === -1 ? trace.length : newline
    const line = trace.toString('utf8', start, end)
    start = end + 1
    if (!line.includes('RunTask"') && !line.includes('"thread_name"')) continue
    events.push(JSON.parse(line.slice(line.indexOf('{'), line.lastIndexOf('}') + 1)) as TraceEvent)
  }
  return events
}

/** Processor time of the longest task on a main thread, in ms: on a busy machine tasks mostly wait for a processor. */
function longestTask(trace: Buffer): number {
  const traceEvents = eventsOf(trace)
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  )
  return traceEvents.reduce(
    (most, event) =>
      event.ph === 'X' && event.name.endsWith('RunTask') && main.has(threadOf(event))
        ? Math.max(most, (event.tdur ?? 0) / 1000)
        : most,
    0,
  )
}

/** What is run in a page, with the processor time of its main thread: of all tasks, and of the longest one, in ms. */
export async function worked<T>(
  browser: Browser,
  page: Page,
  run: () => Promise<T>,
): Promise<{ result: T; work: number; longest: number }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await spent(cdp)
  await browser.startTracing(page, { categories: ['toplevel'] })
  const result = await run()
  const longest = longestTask(await browser.stopTracing())
  const after = await spent(cdp)
  await cdp.detach()
  return { result, work: (after['TaskDuration'] ?? 0) - (before['TaskDuration'] ?? 0), longest }
}
