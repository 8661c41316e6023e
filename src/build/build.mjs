// @ts-check
/* `npm run build` and `npm run build:cloudreve`, in plain JavaScript because Node 20 cannot run TypeScript. */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

try {
  const { values } = parseArgs({
    options: { for: { type: 'string' }, origins: { type: 'string' }, classic: { type: 'string' } },
  })
  if (values.for !== undefined && values.for !== 'cloudreve') {
    throw new Error(`--for must be cloudreve, not ${JSON.stringify(values.for)}.`)
  }
  // vite.config.ts reads and checks them.
  if (values.origins !== undefined) process.env['LATCHKEY_ORIGINS'] = values.origins
  if (values.classic !== undefined) process.env['LATCHKEY_CLASSIC'] = values.classic
  if (values.for === 'cloudreve') await build({ root, mode: 'cloudreve' })
  else {
    await build({ root })
    await build({ root, build: { ssr: 'src/server/main.ts' } })
  }
} catch (error) {
  console.error(`latchkey: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
