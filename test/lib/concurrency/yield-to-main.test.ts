import { afterEach, expect, test, vi } from 'vitest'
import { createYielder } from '#src/lib/concurrency/yield-to-main.ts'

afterEach(() => vi.unstubAllGlobals())

test('long work gives way by scheduler.yield where there is one', async () => {
  const giveWay = vi.fn(() => Promise.resolve())
  vi.stubGlobal('scheduler', { yield: giveWay })
  await createYielder().yieldToMain()
  expect(giveWay).toHaveBeenCalledOnce()
})

test.each([undefined, {}])(
  'without it (%s), what waited runs before the work goes on',
  async (scheduler) => {
    vi.stubGlobal('scheduler', scheduler)
    const order: string[] = []
    setImmediate(() => order.push('other'))
    for (let turn = 0; turn < 3; turn++) await createYielder().yieldToMain()
    order.push('work')
    expect(order).toEqual(['other', 'work'])
  },
)

test('a stretch of work is due for a pause after 8 ms', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(100)
  const { isDue } = createYielder()
  now.mockReturnValue(107)
  expect(isDue()).toBe(false)
  now.mockReturnValue(109)
  expect(isDue()).toBe(true)
})
