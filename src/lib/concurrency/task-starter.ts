/**
 * Runs the tasks of a queue that others fill, at most `limit` at the same time. `takeNext` removes the next task from the
 * queue; tasks must not reject. Returns a function to call whenever the queue may have got new tasks.
 */
export function createTaskStarter(
  limit: number,
  takeNext: () => (() => Promise<void>) | undefined,
): () => void {
  let running = 0
  const startTasks = () => {
    while (running < limit) {
      const task = takeNext()
      if (!task) return
      running++
      void task().finally(() => {
        running--
        startTasks()
      })
    }
  }
  return startTasks
}
