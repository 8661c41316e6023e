// @ts-check
/*
 * The entry of `npm run test:model`: many more sequences than `npm test` runs, in chunks that each have a process and a
 * seed of their own. It ends at the first chunk that fails; with MODEL_GO_ON=1 it takes the others all the same.
 * MODEL_RUNS, TABS_MODEL_RUNS, APP_MODEL_RUNS and EDITOR_MODEL_RUNS are the numbers of sequences, MODEL_SEED is the seed of the first chunk.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = new URL('../..', import.meta.url)
const vitest = fileURLToPath(new URL('node_modules/vitest/vitest.mjs', root))
const {
  MODEL_RUNS = '20000',
  APP_MODEL_RUNS = '500',
  TABS_MODEL_RUNS = '500',
  EDITOR_MODEL_RUNS = '500',
  MODEL_GO_ON,
} = process.env
const firstSeed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2 ** 31)

/** What is run, in which chunks: the longer one takes, the more memory it needs. */
const models = [
  { name: 'model', runs: Number(MODEL_RUNS), chunkSize: 1_000, variable: 'MODEL_RUNS' },
  {
    name: 'model-two-tabs',
    runs: Number(TABS_MODEL_RUNS),
    chunkSize: 100,
    variable: 'TABS_MODEL_RUNS',
  },
  { name: 'app-model', runs: Number(APP_MODEL_RUNS), chunkSize: 50, variable: 'APP_MODEL_RUNS' },
  {
    name: 'editor-model',
    runs: Number(EDITOR_MODEL_RUNS),
    chunkSize: 100,
    variable: 'EDITOR_MODEL_RUNS',
  },
]
const secondsSince = /** @param {number} since */ (since) =>
  Math.round((Date.now() - since) / 1_000)

/**
 * Runs one chunk. Resolves with its output, and whether everything in it held.
 *
 * @param {string} file
 * @param {Record<string, string>} variables
 * @returns {Promise<{ isClean: boolean; output: string }>}
 */
const runChunk = (file, variables) =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [vitest, 'run', '--project', 'dom*', '--maxWorkers', '1', file],
      { cwd: fileURLToPath(root), env: { ...process.env, NO_COLOR: '1', ...variables } },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (/** @type {Buffer} */ data) => (output += data.toString()))
    child.on('close', (status) => resolve({ isClean: status === 0, output }))
  })

let failed = 0
{
  const { isClean, output } = await runChunk('test/faults/model-reloads.test.tsx', {
    MODEL_RELOADS: 'all',
  })
  console.info(`A reload after any request: ${isClean ? 'clean' : 'NOT clean'}`)
  if (!isClean) {
    failed++
    console.info(output)
    if (MODEL_GO_ON !== '1') process.exit(1)
  }
}
for (const { name, runs, chunkSize, variable } of models) {
  const started = Date.now()
  for (let done = 0, chunk = 0; done < runs; done += chunkSize, chunk++) {
    const size = Math.min(chunkSize, runs - done)
    const seed = firstSeed + chunk
    const variables = { [variable]: String(size), MODEL_SEED: String(seed) }
    const { isClean, output } = await runChunk(`test/faults/${name}.test.tsx`, variables)
    const clean = isClean ? 'clean' : 'NOT clean'
    console.info(
      `${name}: ${size} sequences of seed ${seed} ${clean}, ${done + size} of ${runs} in ${secondsSince(started)} s`,
    )
    if (isClean) continue
    failed++
    // Has the path and the shrunk sequence.
    console.info(output)
    console.info(`Again: ${variable}=${size} MODEL_SEED=${seed} npx vitest run test/faults/${name}`)
    if (MODEL_GO_ON !== '1') process.exit(1)
  }
}
console.info(failed === 0 ? 'Every sequence was clean.' : `${failed} chunks were not clean.`)
process.exit(failed === 0 ? 0 : 1)
