import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    largeDataFolder: string
  }
}

/**
 * The data folder of `--world large`, the same for all files of a run: creating it takes longer than most measurements.
 * Set LATCHKEY_BENCH_DATA to keep it from one run to the next.
 */
export default async function setUp(project: TestProject) {
  const kept = process.env['LATCHKEY_BENCH_DATA']
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'latchkey-bench-')))
  project.provide('largeDataFolder', folder)
  return async () => {
    if (kept === undefined) await rm(folder, { recursive: true, force: true })
  }
}
