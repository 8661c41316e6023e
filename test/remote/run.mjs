// @ts-check
/* The entry of `npm run test:server`: turns its options into the environment that the tests read. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const usage = `Usage: npm run test:server -- [--url U [--scheme S]]

Runs the four jobs, what people need beside them, and the wire against a running server of the
protocol at U, as the user whose LATCHKEY_EMAIL and LATCHKEY_PASSWORD are in the environment.
Everything happens in new folders, which are deleted at the end, also of tests that failed, with
their locks, links, network drives and what was deleted in them; nothing else is changed. Settings
are changed, and put back, of the account of LATCHKEY_SPARE_EMAIL and LATCHKEY_SPARE_PASSWORD only,
if they are given. S is the scheme of its addresses, cloudreve unless given. Without U the embedded
service is started and tested.`

let options
try {
  options = parseArgs({
    options: { url: { type: 'string' }, scheme: { type: 'string' }, help: { type: 'boolean' } },
  }).values
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exit(1)
}
if (options.help) {
  console.log(usage)
  process.exit(0)
}
const { url, scheme } = options
if (url !== undefined && !(process.env['LATCHKEY_EMAIL'] && process.env['LATCHKEY_PASSWORD'])) {
  console.error(`LATCHKEY_EMAIL and LATCHKEY_PASSWORD are not set.\n\n${usage}`)
  process.exit(1)
}
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'remote'], {
  stdio: 'inherit',
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  env: {
    ...process.env,
    ...(url !== undefined && { LATCHKEY_URL: url, LATCHKEY_SCHEME: scheme ?? 'cloudreve' }),
  },
})
process.exit(status ?? 1)
