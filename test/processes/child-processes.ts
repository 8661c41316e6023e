import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach } from 'vitest'

/** Processes to be killed after the current test; registers that for the tests of one file. */
export function killedAfterEach(): ChildProcess[] {
  const children: ChildProcess[] = []
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  })
  return children
}
