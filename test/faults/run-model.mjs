// @ts-check
/* The entry of `npm run test:model`: many more sequences than `npm test` runs, of a new seed. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = new URL('../..', import.meta.url)
const vitest = fileURLToPath(new URL('node_modules/vitest/vitest.mjs', root))
const files = ['test/faults/model.test.tsx', 'test/faults/app-model.test.tsx']
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'dom', ...files], {
  stdio: 'inherit',
  cwd: fileURLToPath(root),
  env: {
    MODEL_RUNS: '20000',
    APP_MODEL_RUNS: '500',
    MODEL_SEED: String(Date.now() % 2 ** 31),
    ...process.env,
  },
})
process.exit(status ?? 1)
