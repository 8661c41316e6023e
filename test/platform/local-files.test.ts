import { afterEach, expect, test, vi } from 'vitest'
import { readFileSizes } from '#src/platform/files/local-files.ts'

afterEach(() => vi.restoreAllMocks())

test('F2 thousands of files are measured in slices, each file once, and the page can respond between them', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let looks = 0
  const files = Array.from({ length: 30 }, () => ({
    file: Object.defineProperty(new File([], 'a'), 'size', {
      get: () => {
        looks++
        now += 3
        return 1
      },
    }),
    path: [],
  }))
  const heard: number[] = []
  let breaths = 0
  const measuring = readFileSizes({ files, folders: [['F']] }, (count) => heard.push(count))
  const watch = async () => {
    while (looks < files.length) {
      await new Promise((resolve) => setImmediate(resolve))
      breaths++
    }
  }
  const [measured] = await Promise.all([measuring, watch()])
  expect(measured.folders).toEqual([['F']])
  expect(measured.files.map(({ size }) => size)).toEqual(files.map(() => 1))
  expect(looks).toBe(30)
  expect(heard).toEqual([3, 6, 9, 12, 15, 18, 21, 24, 27, 30])
  expect(breaths).toBeGreaterThan(5)
})
