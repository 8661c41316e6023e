// @ts-check
/* The entry of `npm test`: the parts of `npm run check` and the tests side by side. Options go to the tests. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const projects = ['child-processes', 'dom*', 'node'].flatMap((name) => ['--project', name])

/** @type {{ scripts: { check: string } }} */
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/**
 * Resolves to whether the process ended well, and what it has said, unless that went to the terminal.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ isGood: boolean, said: string }>}
 */
function ending(child) {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (said += text))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isGood: false, said: `${said}${error.message}\n` }))
    child.once('close', (code) => resolve({ isGood: code === 0, said }))
  })
}

const tests = ending(
  spawn(process.execPath, [vitest, 'run', ...projects, ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: root,
  }),
)
// npm puts the folder of the programs in the path of this process.
const checks = scripts.check
  .split(' && ')
  .map((command) => ({ command, end: ending(spawn(command, { cwd: root, shell: true })) }))

let isGood = (await tests).isGood
// After the tests, whose report would otherwise be between the lines of these.
for (const { command, end } of checks) {
  const { isGood: isPassed, said } = await end
  console.log(`\n> ${command}: ${isPassed ? 'passed' : 'failed'}`)
  if (!isPassed) console.log(said)
  isGood &&= isPassed
}
process.exit(isGood ? 0 : 1)
