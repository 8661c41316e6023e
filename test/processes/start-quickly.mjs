// @ts-check
/*
 * This starts what `src/server/start.mjs` has built, with passwords that cost nothing: to make or to check one of
 * production takes half a second of the processor, and journeys do so hundreds of times. `--event-delay MS` is for those
 * that wait for events.
 */
import { fileURLToPath } from 'node:url'

process.env['NODE_ENV'] = 'production'
const dist = new URL('../../dist/', import.meta.url)
const { run } = await import(new URL('server/main.js', dist).href)
const argv = process.argv.slice(2)
const at = argv.indexOf('--event-delay')
const [, delay] = at < 0 ? [] : argv.splice(at, 2)
await run(argv, fileURLToPath(new URL('client', dist)), 4, delay && Number(delay))
