import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** The sources; another folder can stand in, to see what a change weighs. */
const root = process.env['LATCHKEY_SIZE_ROOT'] ?? fileURLToPath(new URL('..', import.meta.url))
const kilobyte = 1_000

let folder = ''
let manifest: Manifest = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-size-'))
  // Vite keeps the NODE_ENV that it finds, and the test runner's would put React's development build in.
  vi.stubEnv('NODE_ENV', 'production')
  await build({
    root,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, manifest: 'manifest.json' },
  })
  manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
}, 120_000)

afterAll(async () => {
  vi.unstubAllEnvs()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** The chunks that load when these do. */
function closure(keys: Iterable<string>): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    manifest[key]?.imports?.forEach(visit)
  }
  for (const key of keys) visit(key)
  return seen
}

/** Bytes of JS after gzip. */
async function weigh(keys: Iterable<string>): Promise<number> {
  const files = new Set([...keys].map((key) => manifest[key]?.file ?? ''))
  const scripts = [...files].filter((file) => file.endsWith('.js'))
  const sizes = scripts.map(async (file) => gzipSync(await readFile(join(folder, file))).length)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const kebab = (name: string): string =>
  name.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** Pages that are imported by what loads at start, by the name of their folder. */
function routes(start: Set<string>): Map<string, string> {
  const lazy = [...start].flatMap((key) => manifest[key]?.dynamicImports ?? [])
  return new Map(
    lazy.flatMap((key) => {
      const page = /^(\w+)Page$/.exec(manifest[key]?.name ?? '')?.[1]
      return page ? [[kebab(page), key]] : []
    }),
  )
}

/** What a visit to each list loads before its first row, beside the page: its messages, and chunks of its own. */
const lists = [
  { page: 'shares', messages: ['src/i18n/en/catalogue.ts'], chunks: [] },
  { page: 'shares', messages: ['src/i18n/zh-CN/catalogue.ts'], chunks: [] },
  { page: 'trash', messages: ['src/i18n/en/catalogue.ts'], chunks: [] },
  { page: 'files', messages: ['src/i18n/en/catalogue.ts'], chunks: [] },
  // A folder that is shown as a grid.
  { page: 'files', messages: ['src/i18n/en/catalogue.ts'], chunks: ['tiles'] },
]
const maxKilobytes = 245
const maxRequests = 16

test('P1 the first row of each list needs at most 16 scripts of 245 kB', async () => {
  // What the document names is in one chunk with what it imports.
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.name === 'start')
  expect(entries).toHaveLength(1)
  // `bootstrap.ts` asks for the page, and for the rest by itself.
  const asked = entries
    .flatMap((key) => manifest[key]?.dynamicImports ?? [])
    .filter((key) => !manifest[key]?.name?.endsWith('Page'))
  expect(asked.map((key) => manifest[key]?.name)).toEqual(['prefetch', 'app'])
  const start = closure([...entries, ...asked])
  const pages = routes(start)
  const show = (bytes: number): string => `${(bytes / kilobyte).toFixed(1)} kB`
  const keys = Object.keys(manifest).find((key) => key.includes('tinykeys'))
  if (!keys) throw new Error('no chunk for keys')

  for (const { page, messages, chunks } of lists) {
    const key = pages.get(page)
    if (!key) throw new Error(`no lazy page ${page} among ${[...pages.keys()].join(', ')}`)
    const named = Object.keys(manifest).filter((each) => {
      const { name } = manifest[each] ?? {}
      return name !== undefined && chunks.some((chunk) => chunk === name)
    })
    expect(named).toHaveLength(chunks.length)
    const cold = closure([...start, key, ...messages, ...named])
    const bytes = await weigh(cold)
    const requests = new Set([...cold, keys].map((each) => manifest[each]?.file)).size
    const label = [page, ...chunks, ...messages].join(', ')
    console.log(`JS before the first row of ${label}: ${show(bytes)} (gzip), ${requests} requests`)
    expect(bytes, label).toBeLessThanOrEqual(maxKilobytes * kilobyte)
    // Less than React alone would mean that something was not counted.
    expect(bytes, label).toBeGreaterThan(100 * kilobyte)
    expect(requests, label).toBeGreaterThan(4)
    expect(requests, label).toBeLessThanOrEqual(maxRequests)
  }
})

test('P2 a return visit asks about no script again before it draws', async () => {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src = '']) => src)
  expect(scripts).toHaveLength(2)
  // What lies there has a name of its content, and is cached by the browser permanently.
  expect(scripts.filter((src) => !src.startsWith('/assets/'))).toEqual([])
  const sources = await Promise.all(scripts.map((src) => readFile(join(folder, src), 'utf8')))
  expect(sources.filter((source) => source.includes('latchkey.preferences'))).toHaveLength(1)
})
