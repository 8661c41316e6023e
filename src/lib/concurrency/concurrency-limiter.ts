import { createTaskStarter } from './task-starter.ts'

/** Runs tasks in the order of the calls, the next one as soon as another has ended. */
type Limiter = {
  /** Resolves and rejects as `task` does. */
  run<T>(task: () => Promise<T>): Promise<T>
  /** Number of tasks that have not started yet. */
  waiting(): number
}

/** Creates a limiter that runs at most `limit` tasks at the same time. */
export function createConcurrencyLimiter(limit: number): Limiter {
  const queue: (() => Promise<void>)[] = []
  const startTasks = createTaskStarter(limit, () => queue.shift())
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        queue.push(() => task().then(resolve, reject))
        startTasks()
      }),
    waiting: () => queue.length,
  }
}
