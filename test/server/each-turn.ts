import * as v from 'valibot'
import type { TestService } from './service-harness.ts'

const Count = v.object({ count: v.number() })

/** How many files meet a condition, after each turn of the event loop until `request` is answered; without repeats. */
export async function countEachTurn(
  service: TestService,
  request: Promise<unknown>,
  where: string,
  onCount: (count: number) => void = () => {},
): Promise<number[]> {
  const state = { isRunning: true }
  void request.finally(() => (state.isRunning = false)).catch(() => undefined)
  const counts: number[] = []
  while (state.isRunning && service.db.isOpen()) {
    await new Promise((resolve) => setImmediate(resolve))
    if (!service.db.isOpen()) break
    const sql = `SELECT count(*) AS count FROM files WHERE ${where}`
    const count = service.db.first(sql, [], Count)?.count ?? 0
    if (counts.at(-1) !== count) counts.push(count)
    onCount(count)
  }
  return counts
}
