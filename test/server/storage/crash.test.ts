import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrashMessage, type Operation, type State, apply } from './crash-model.ts'

/** `LATCHKEY_KILLS=500 npx vitest run --project child-processes test/server/storage/crash.test.ts` kills it more often. */
const kills = Number(process.env['LATCHKEY_KILLS'] ?? 30)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-crash-'))
const children: ChildProcess[] = []

beforeAll(async () => {
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'), 'junction')
  await build({
    root,
    logLevel: 'error',
    build: {
      ssr: 'test/server/storage/crash-child.ts',
      outDir: join(scratch, 'out'),
      emptyOutDir: false,
    },
  })
}, 60_000)
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

/** Starts a child, which loads its modules and waits: the next one is ready when the last one is killed. */
function prepare() {
  const child = spawn(
    process.execPath,
    [join(scratch, 'out/crash-child.js'), join(scratch, 'data')],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  children.push(child)
  return child
}

test(
  `every acknowledged write survives ${kills} kills, and nothing is left half done`,
  { timeout: 60_000 + kills * 2_000 },
  async () => {
    let model: State = {}
    let pending: Operation | undefined
    let acknowledged = 0
    const counts: Partial<Record<Operation['kind'], number>> = {}
    let goal = { count: 0, reach: () => {} }
    const waitFor = (count: number) =>
      new Promise<void>((resolve) => {
        goal = { count, reach: resolve }
        if (acknowledged >= count) resolve()
      })
    let next = prepare()
    for (let round = 0; round <= kills; round++) {
      const child = next
      next = prepare()
      const closed = once(child, 'close')
      const lines = createInterface({ input: child.stdout })
      let isOpen = () => {}
      const opened = new Promise<void>((resolve) => {
        isOpen = resolve
      })
      let found: { state: State; faults: unknown[] } | undefined
      const before = { model, pending }
      lines.on('line', (line) => {
        // The service says how many contents it removed.
        if (line.startsWith('Removed')) return
        const message = JSON.parse(line) as CrashMessage
        if ('state' in message) {
          found = message
          model = message.state
          pending = undefined
          isOpen()
        } else if ('begun' in message) pending = message.begun
        else if (pending) {
          if (message.acknowledged) {
            model = apply(model, pending)
            counts[pending.kind] = (counts[pending.kind] ?? 0) + 1
            acknowledged++
            if (acknowledged >= goal.count) goal.reach()
          }
          pending = undefined
        }
      })
      child.stdin.write('go')
      // Some are killed while they open the data.
      const isEarly = round % 5 === 4
      if (isEarly) await sleep(Math.random() * 150)
      else {
        await Promise.race([opened, closed])
        // Counted, not timed: on a busy machine a write takes many times as long.
        await Promise.race([waitFor(acknowledged + Math.floor(Math.random() * 8)), closed])
        await sleep(Math.random() * 15)
      }
      child.kill('SIGKILL')
      await closed
      if (isEarly && !found) continue
      // The write that was under way when the last process was killed may have happened or not.
      const allowed = [
        before.model,
        ...(before.pending ? [apply(before.model, before.pending)] : []),
      ]
      expect(allowed, `after kill ${round}`).toContainEqual(found?.state)
      expect(found?.faults).toEqual([])
    }
    next.kill('SIGKILL')
    console.log(`${kills} kills, ${acknowledged} acknowledged writes, none lost:`, counts)
    expect(acknowledged).toBeGreaterThan(kills)
  },
)
