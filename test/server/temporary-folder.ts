import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new folder, removed when the test that asks for it ends. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'latchkey-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
