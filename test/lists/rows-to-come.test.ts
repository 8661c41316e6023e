import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Selection } from '#src/lib/selection.ts'
import { recordServiceTime } from '#src/lib/service-time.ts'
import { PagedList } from '#src/lists/paged-list.ts'
import { unloadedRowsRuleOf } from '#src/lists/selection/unloaded-rows.ts'
import { held } from '../dom/network.ts'
import { settled } from './paged-list/fixtures.ts'

type Row = { id: string; uri: string; createdAt: number; updatedAt: number }

const minute = 60_000
const now = Date.now()
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const deleted = (id: string, ago: number, deletion = 'first'): Row => ({
  id,
  uri: `svc://trash/${id}-${deletion}`,
  createdAt: now - 1_000 * minute,
  updatedAt: now - ago * minute,
})
const inFolder = (id: string, ago: number): Row => ({
  ...deleted(id, ago),
  uri: `svc://my/Folder/${id}`,
})
const linked = (id: string, ago: number): Row => ({
  id,
  uri: '',
  createdAt: now - ago * minute,
  updatedAt: now - ago * minute,
})

/** A list whose first page is here and whose second one comes once `free` is called. */
async function halfLoaded(first: readonly Row[], second: readonly Row[]) {
  const { fault, free } = held()
  const rules = { isAnother: (known: Row, row: Row) => known.uri !== row.uri }
  const list = PagedList.from<Row, number>(async (page = 0) => {
    if (page > 0 && fault.kind === 'hold') await fault.until
    return { rows: page === 0 ? first : second, next: page === 0 ? 1 : undefined }
  }, rules)
  await list.start()
  const selection = new Selection()
  const selected = () =>
    Array.from(selection.among(list.order, ''), (rowIndex) => list.at(rowIndex)?.id ?? '').toSorted(
      (one, other) => one.localeCompare(other),
    )
  const selectAll = () => selection.selectAll(list.order.slice(), '', unloadedRowsRuleOf(list))
  const rest = async () => {
    free()
    await settled(list)
  }
  return { list, selection, selected, selectAll, rest }
}

it('T2 all are selected with those that are still to be loaded, and none that is deleted later', async () => {
  const { list, selected, selectAll, rest } = await halfLoaded(
    [deleted('b', 1), deleted('c', 2)],
    [deleted('d', 3), deleted('e', 4)],
  )
  selectAll()
  list.put([deleted('a', -1)])
  await rest()
  expect(selected()).toEqual(['b', 'c', 'd', 'e'])
  list.put([deleted('f', -2)])
  expect(selected()).toEqual(['b', 'c', 'd', 'e'])
})

it('G10 all are selected without what others move in from another folder meanwhile', async () => {
  const { selected, selectAll, rest } = await halfLoaded(
    [inFolder('a', 3)],
    [inFolder('b', 2), inFolder('moved', -1)],
  )
  selectAll()
  vi.setSystemTime(now + 2 * minute)
  await rest()
  expect(selected()).toEqual(['a', 'b'])
})

it('G10 a date in the future that a file was uploaded with takes in nothing that is made later', async () => {
  const created = (id: string, ago: number): Row => ({ ...linked(id, ago), uri: `svc://my/${id}` })
  const { selected, selectAll, rest } = await halfLoaded(
    [inFolder('dated 2099', -40_000_000)],
    [inFolder('b', 2), created('later', -1)],
  )
  selectAll()
  vi.setSystemTime(now + 2 * minute)
  await rest()
  expect(selected()).toEqual(['b', 'dated 2099'])
})

it('G10 all are selected with a file that is still to be loaded and was uploaded with a date in the future', async () => {
  const { selected, selectAll, rest } = await halfLoaded(
    [inFolder('a', 3)],
    [inFolder('dated 2099', -40_000_000)],
  )
  selectAll()
  await rest()
  expect(selected()).toEqual(['a', 'dated 2099'])
})

it.each([-90, 90])(
  'T2 this is so when the clock of the browser differs by %i minutes',
  async (ahead) => {
    // What the service says is its own time, by which deletions are dated.
    recordServiceTime(new Date(Date.now() + ahead * minute).toUTCString())
    const { list, selected, selectAll, rest } = await halfLoaded(
      [deleted('b', 1 - ahead)],
      [deleted('c', 2 - ahead)],
    )
    selectAll()
    list.put([deleted('a', -1 - ahead)])
    await rest()
    expect(selected()).toEqual(['b', 'c'])
    recordServiceTime(new Date().toUTCString())
  },
)

it('T2 what is restored and deleted again is not selected any more', async () => {
  const { list, selected, selectAll, rest } = await halfLoaded([deleted('a', 1)], [deleted('b', 2)])
  await rest()
  selectAll()
  expect(selected()).toEqual(['a', 'b'])
  list.put([deleted('a', -1, 'second')])
  expect(selected()).toEqual(['b'])
  expect(list.size).toBe(2)
  expect([...list.order].map((rowIndex) => list.at(rowIndex)?.uri)).toEqual([
    'svc://trash/b-first',
    'svc://trash/a-second',
  ])
})

it('T2 a list that is read again keeps what was selected, and adds nothing', async () => {
  const rows = [deleted('a', 1), deleted('b', 2)]
  const { list, selected, selectAll, rest } = await halfLoaded(rows, [deleted('c', 3)])
  await rest()
  selectAll()
  // Deleted before the keypress, in another window, and not known here.
  rows.unshift(deleted('x', 0.5))
  await list.reload()
  expect(list.size).toBe(4)
  expect(selected()).toEqual(['a', 'b', 'c'])
})

it('S7 links that are made while the list is loading are not selected with the others', async () => {
  const { list, selected, selectAll, rest } = await halfLoaded([linked('b', 1)], [linked('c', 2)])
  selectAll()
  list.put([linked('a', -1)])
  await rest()
  expect(selected()).toEqual(['b', 'c'])
})

it('F2 of a folder that is loading, what is moved there later is not selected with the others', async () => {
  const filed = (id: string): Row => ({ ...linked(id, 900), uri: `svc://my/Work/${id}` })
  const pages = [filed('b')]
  const { list, selected, selectAll, rest } = await halfLoaded(pages, [filed('c')])
  selectAll()
  list.put([filed('moved here')])
  await rest()
  expect(selected()).toEqual(['b', 'c'])
  pages.push(filed('moved by others'))
  await list.reload()
  expect(list.rowIndexOfId('moved by others')).toBeDefined()
  expect(selected()).toEqual(['b', 'c'])
})

it('T2 a list of which all are selected while it is loading does not count as shown', async () => {
  const { list, selectAll, rest } = await halfLoaded([linked('a', 1)], [linked('b', 2)])
  selectAll()
  expect(list.hasSubscribers).toBe(false)
  await rest()
})
