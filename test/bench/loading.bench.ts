import { test } from 'vitest'
import { signInByRequest, startAppServer, type Tokens, visit } from '../browser/app-server.ts'
import { LargeDataBench, wholeList } from './harness/large-data-bench.ts'
import { median, ms, ratio } from './harness/metrics.ts'

/* Loading all of 100,000 links, and a page of them from the service. */

const bench = LargeDataBench.forFile()
const { report } = bench

/** Asks for page after page and parses; runs in a page. */
async function bareWalk(access: string) {
  const pages: number[] = []
  const begun = performance.now()
  let cursor: string | undefined
  do {
    const from = performance.now()
    const answer = await fetch(
      `/api/v4/share?page_size=100&order_direction=desc${cursor ? `&next_page_token=${encodeURIComponent(cursor)}` : ''}`,
      { headers: { authorization: `Bearer ${access}` } },
    )
    const { data } = JSON.parse(await answer.text()) as {
      data: { pagination?: { next_token?: string } }
    }
    cursor = data.pagination?.next_token
    pages.push(performance.now() - from)
  } while (cursor)
  return { all: performance.now() - begun, pages }
}

test('P8: reading 100,000 links', async () => {
  const ours: number[] = []
  const theirs: number[] = []
  const [early, late]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    const bare = await visit(bench.browser, bench.server)
    const { access }: Tokens = await signInByRequest(bench.server)
    await bare.page.goto('sign-in')
    const walked = await bare.page.evaluate(bareWalk, access)
    theirs.push(walked.all)
    early.push(...walked.pages.slice(1, 21))
    late.push(...walked.pages.slice(-21, -1))
    await bare.context.close()

    const app = await visit(bench.browser, bench.server, { as: 'owner' })
    await app.page.addInitScript(() => performance.setResourceTimingBufferSize(5000))
    await wholeList(app.page)
    ours.push(
      await app.page.evaluate(() => {
        const pages = performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/share?')) as PerformanceResourceTiming[]
        return (
          Math.max(...pages.map((entry) => entry.responseEnd)) -
          Math.min(...pages.map((entry) => entry.startTime))
        )
      }),
    )
    await app.context.close()
  }
  report('P8 walk of 100,000', `${ms(median(ours))} (bare ${ms(median(theirs))})`)
  report('P8 ratio to a bare loop', ratio(median(ours), median(theirs)), '≤ 1.15×')
  report('P8 page 1,000 to page 1', ratio(median(late), median(early)), '≤ 1.2×')
})

test('P14: the service', async () => {
  const { access } = await signInByRequest(bench.server)
  const times: number[] = []
  let cursor = ''
  for (let round = 0; round < 220; round++) {
    const from = performance.now()
    const answer = await fetch(
      `${bench.server.address}api/v4/share?page_size=100&order_direction=desc${cursor && `&next_page_token=${encodeURIComponent(cursor)}`}`,
      { headers: { authorization: `Bearer ${access}` } },
    )
    const text = await answer.text()
    times.push(performance.now() - from)
    cursor = /"next_token":"([^"]+)"/.exec(text)?.[1] ?? ''
  }
  report('P14 page of 100 of 100,000', ms(median(times.slice(20))), '≤ 3 ms')
  const starts: number[] = []
  for (let round = 0; round < 5; round++) {
    await bench.server.kill()
    bench.server = await startAppServer({ world: 'large', data: bench.server.data })
    starts.push(bench.server.startedIn)
  }
  report('P14 cold start', ms(median(starts)), '≤ 600 ms')
})
