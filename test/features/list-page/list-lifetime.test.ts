import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { keys } from '#src/lists/keys.ts'
import type { PageSource } from '#src/lists/loading/page-loader.ts'
import { pagedListOptions } from '#src/lists/loading/paged-lists.ts'

type Row = { id: string }

/** A client and lists whose second page never comes: `loading` has those that still wait for it. */
function setUp() {
  const client = createQueryClient()
  const loading = new Set<string>()
  const optionsOf = (queryKey: readonly string[]) =>
    pagedListOptions(queryKey, (): PageSource<Row, number> => (page, signal) => {
      const name = queryKey.at(-1) ?? ''
      if (page === undefined) return Promise.resolve({ rows: [{ id: '1' }], next: 1 })
      loading.add(name)
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          loading.delete(name)
          reject(signal.reason as Error)
        })
      })
    })
  /** Opens a list as a page does; the function that it resolves to leaves the page. */
  const open = async (queryKey: readonly string[]) => {
    const observer = new QueryObserver(client, optionsOf(queryKey))
    const leave = observer.subscribe(() => {})
    await vi.waitFor(() => expect(observer.getCurrentResult().data?.size).toBe(1), {
      interval: 1,
      timeout: 15_000,
    })
    return { leave, list: observer.getCurrentResult().data }
  }
  const folder = (index: number) => keys.files.list(`svc://my/${index}`)
  const visit = async (from: number, to: number) => {
    for (let index = from; index < to; index++) (await open(folder(index))).leave()
  }
  const cached = () =>
    client
      .getQueryCache()
      .findAll({ queryKey: keys.files.lists() })
      .map(({ queryKey }) => queryKey.at(-1))
  return { client, loading, open, visit, folder, cached }
}
const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `svc://my/${from + at}`)

describe('of the folders one has visited', () => {
  it('the newest 20 stay, and nothing more is loaded for the others', async () => {
    const { loading, visit, cached } = setUp()
    await visit(0, 50)
    expect(cached()).toEqual(names(30, 50))
    expect([...loading]).toEqual(names(30, 50))
  })

  it('one that is visited again is among the newest', async () => {
    const { visit, cached } = setUp()
    await visit(0, 20)
    await visit(0, 1)
    await visit(20, 30)
    expect(cached()).toEqual(['svc://my/0', ...names(11, 30)])
  })

  it('one on screen stays for however long', async () => {
    const { open, folder, visit, cached, loading } = setUp()
    const { leave } = await open(folder(100))
    await visit(0, 50)
    expect(cached()).toEqual(['svc://my/100', ...names(30, 50)])
    expect(loading).toContain('svc://my/100')
    leave()
    await visit(50, 70)
    expect(cached()).toEqual(names(50, 70))
  })

  it('one whose rows somebody still waits for stays until they do not', async () => {
    const { open, folder, visit, cached, loading } = setUp()
    const { leave, list } = await open(folder(100))
    const stopWaiting = list?.subscribe(() => {})
    leave()
    await visit(0, 50)
    expect(cached()).toContain('svc://my/100')
    expect(loading).toContain('svc://my/100')
    stopWaiting?.()
    await visit(50, 51)
    expect(cached()).not.toContain('svc://my/100')
    expect(loading).not.toContain('svc://my/100')
  })

  it('the share list and the trash stay beside them: the sidebar counts their rows', async () => {
    const { client, open, visit, loading } = setUp()
    ;(await open(keys.links.list())).leave()
    ;(await open(keys.files.trash())).leave()
    await visit(0, 50)
    expect(client.getQueryData(keys.links.list())).toBeDefined()
    expect(client.getQueryData(keys.files.trash())).toBeDefined()
    expect(loading).toContain('list')
    expect(loading).toContain('trash')
  })
})

it('a list that leaves the cache is not loaded any further', async () => {
  const { client, open, folder, loading } = setUp()
  await open(folder(1))
  expect([...loading]).toEqual(names(1, 2))
  client.removeQueries({ queryKey: folder(1) })
  expect([...loading]).toEqual([])
})

it('signing out stops the loading of all lists', async () => {
  const { client, open, visit, loading } = setUp()
  await open(keys.links.list())
  await visit(0, 3)
  expect(loading.size).toBe(4)
  client.clear()
  expect(loading.size).toBe(0)
})
