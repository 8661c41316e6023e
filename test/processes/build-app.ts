import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds page and service, where their sources have changed, before the first journey instead of at each start. */
export default function buildApp(): void {
  const { VITEST: _, ...env } = process.env
  execFileSync(process.execPath, ['src/server/start.mjs', '--help'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
