import { createTaskStarter } from './task-starter.ts'

/** Runs tasks in the order of the calls, the next one as soon as another has ended. */
type Limiter = {
  /** Resolves and rejects as `task` does; rejects without it when the signal aborts before it starts. */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Number of tasks that have not started yet. */
  waiting(): number
}

/** Creates a limiter that runs at most `limit` tasks at the same time. */
export function createConcurrencyLimiter(limit: number): Limiter {
  const queue: (() => Promise<void>)[] = []
  const startTasks = createTaskStarter(limit, () => queue.shift())
  return {
    run: (task, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const start = () => {
          signal?.removeEventListener('abort', leave)
          return task().then(resolve, reject)
        }
        const leave = () => {
          queue.splice(queue.indexOf(start), 1)
          reject(signal?.reason as Error)
        }
        signal?.addEventListener('abort', leave)
        queue.push(start)
        startTasks()
      }),
    waiting: () => queue.length,
  }
}
