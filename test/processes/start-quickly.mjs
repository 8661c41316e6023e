// @ts-check
/*
 * What `src/server/start.mjs` starts, once that has built it, but with passwords that cost nothing: to make or to check
 * one of production takes half a second of the processor, and journeys do so hundreds of times.
 */
import { fileURLToPath } from 'node:url'

process.env['NODE_ENV'] = 'production'
const dist = new URL('../../dist/', import.meta.url)
const { run } = await import(new URL('server/main.js', dist).href)
await run(process.argv.slice(2), fileURLToPath(new URL('client', dist)), 4)
