import { test } from 'vitest'
import { rowsOf, visit } from '../browser/app-server.ts'
import { LargeDataBench } from './harness/large-data-bench.ts'
import { seenIn, watchRequests } from './harness/watched-requests.ts'

/* P9: a restore of 10,000 out of 110,000, 500 of which fail for mixed reasons; printed, never asserted. */

const [whole, clashing, orphaned] = [9_499, 250, 250]

/**
 * From the next click until the result of the restore is open, in ms. It is noted in the page: a driver that waits for an
 * element looks twice a second.
 */
const timeUntilResult = () =>
  new Promise<number>((resolve) => {
    let began = 0
    addEventListener('click', () => (began = performance.now()), { capture: true, once: true })
    const isOpen = () =>
      Array.from(document.querySelectorAll('dialog[open] h2')).some((title) =>
        title.textContent?.includes('of 10,000'),
      )
    const observer = new MutationObserver(() => {
      if (!isOpen()) return
      observer.disconnect()
      resolve(performance.now() - began)
    })
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
  })

const bench = LargeDataBench.forFile()
const { call } = bench

test('P9: restoring 10,000', async () => {
  const run = `Run${Date.now() % 100_000}`
  const kinds = [
    ['ok', whole],
    ['taken', clashing],
    ['gone', orphaned],
    // Its folder is missing before the restore is asked for, so that the plan opens.
    ['planned', 1],
  ] as const
  const uris = (kind: string, count: number) =>
    Array.from({ length: count }, (_, at) => `svc://my/${run} ${kind}/${run} ${kind} ${at}.txt`)
  const create = (uri: string) => call('POST', '/file/create', { uri, type: 'file' })
  for (const [kind, count] of kinds) for (const uri of uris(kind, count)) await create(uri)
  const remove = async (list: string[], isPermanent = false) => {
    for (let at = 0; at < list.length; at += 1000) {
      const part = list.slice(at, at + 1000)
      await call('DELETE', '/file', { uris: part, ...(isPermanent && { skip_soft_delete: true }) })
    }
  }
  const all = kinds.flatMap(([kind, count]) => uris(kind, count))
  const spoil = async () => {
    for (const uri of uris('taken', clashing)) await create(uri)
    await remove([`svc://my/${run} gone`], true)
  }
  await remove(all)
  await remove([`svc://my/${run} planned`], true)
  await spoil()

  const trashPage = (size: number, cursor: string) =>
    call<{
      files: { id: string; name: string; path: string }[]
      pagination: { next_token: string }
    }>(
      'GET',
      `/file?uri=${encodeURIComponent('svc://trash')}&page_size=${size}&order_by=updated_at&order_direction=desc&next_page_token=${encodeURIComponent(cursor)}`,
    )
  // The service alone: the same chunks, one after another, and then the lookups of what was refused.
  const listed: string[] = []
  const refusedIds = new Set<string>()
  for (let cursor = ''; listed.length < all.length;) {
    const page = await trashPage(2000, cursor)
    for (const { id, name, path } of page.files) {
      if (!name.startsWith(run)) continue
      listed.push(path)
      if (name.startsWith(`${run} gone`)) refusedIds.add(id)
    }
    cursor = page.pagination.next_token
  }
  const from = performance.now()
  for (let at = 0; at < listed.length; at += 100)
    await call('POST', '/file/restore', { uris: listed.slice(at, at + 100) })
  const restored = performance.now() - from
  for (let pages = 0, cursor = ''; pages < 4 && refusedIds.size > 0; pages++) {
    const page = await trashPage(500, cursor)
    for (const { id } of page.files) refusedIds.delete(id)
    cursor = page.pagination.next_token
  }
  for (const id of refusedIds) await call('GET', `/file/info?id=${id}`)
  const alone = performance.now() - from
  await remove(uris('ok', whole))
  // What is in the way of the others comes while the plan is open: the plan would ask about it.
  await remove(uris('taken', clashing), true)
  for (const uri of uris('gone', 1)) await create(uri)
  await remove(uris('gone', 1), true)

  const { page, context } = await visit(bench.browser, bench.server, { as: 'owner' })
  await page.goto('trash')
  await page.waitForFunction(
    () =>
      /^1[01]\d,\d+ items/.test(document.querySelector('main [role=status]')?.textContent ?? ''),
    undefined,
    { polling: 500, timeout: 240_000 },
  )
  await page.waitForTimeout(3000)
  await page.getByRole('searchbox').fill(run)
  await rowsOf(page).filter({ hasText: run }).first().waitFor()
  await page.waitForTimeout(1500)
  await watchRequests(page, /\/file\/restore/)
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).first().click()
  const plan = page.getByRole('dialog')
  await plan.waitFor()
  await plan.getByRole('button', { name: /^Restore/ }).waitFor()
  await spoil()
  const result = page.evaluate(timeUntilResult)
  await plan.getByRole('button', { name: /^Restore/ }).click()
  const took = await result
  const seen = await seenIn(page)
  console.table([
    { figure: 'the service alone', value: `${alone.toFixed(0)} ms`, bar: '' },
    { figure: 'of it the restore', value: `${restored.toFixed(0)} ms`, bar: '' },
    { figure: 'P9 in the page', value: `${took.toFixed(0)} ms`, bar: '' },
    { figure: 'P9 ratio', value: (took / alone).toFixed(2), bar: '≤ 1.3' },
    { figure: 'P9 most requests in flight', value: String(seen.most), bar: '≤ 2' },
    { figure: 'P9 requests', value: String(seen.requests), bar: '' },
    {
      figure: 'P9 tasks over 50 ms, longest',
      value: `${seen.tasks.length}, ${Math.max(0, ...seen.tasks).toFixed(0)} ms`,
      bar: '0',
    },
  ])
  await context.close()
  await remove(uris('ok', whole), true)
})
