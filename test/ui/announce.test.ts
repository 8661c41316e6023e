import { afterEach, expect, it, vi } from 'vitest'
import { announce, registerLiveRegion } from '#src/ui/announcements/announce.ts'

const removals: (() => void)[] = []
function addRegion(): HTMLElement {
  const region = document.createElement('div')
  removals.push(registerLiveRegion(region))
  return region
}
const removeRegions = () => removals.splice(0).forEach((remove) => remove())

afterEach(removeRegions)

it('G7 says in the next page what was to be announced when its page was left, and goes on announcing', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const first = addRegion()
  // This is longer than the least interval, so that announcements of other tests are over.
  vi.advanceTimersByTime(10_000)
  announce('one')
  announce('two')
  expect(first.textContent).toBe('one')
  removeRegions()
  const second = addRegion()
  expect(second.textContent).toBe('two')
  announce('three')
  vi.advanceTimersByTime(2_000)
  expect(second.textContent).toBe('three')
  expect(first.textContent).toBe('one')
})

it('G7 says in the next page what was announced while there was none, and goes on announcing', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.advanceTimersByTime(10_000)
  addRegion()
  announce('one')
  removeRegions()
  announce('two')
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const region = addRegion()
  expect(region.textContent).toBe('two')
  vi.advanceTimersByTime(10_000)
  announce('three')
  expect(region.textContent).toBe('three')
})

it('G7 announces again after a page was left whose clock has stopped', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  addRegion()
  announce('one')
  announce('two')
  removeRegions()
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const region = addRegion()
  announce('three')
  vi.advanceTimersByTime(2_000)
  expect(region.textContent?.trim()).toBe('three')
})
