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

test('the script before the first share row is at most 150 kB, each further route at most 25 kB', async () => {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  expect(entries).toHaveLength(1)
  // `bootstrap.ts` asks for the rest by itself.
  const rest = entries.flatMap((key) => manifest[key]?.dynamicImports ?? [])
  expect(rest).toHaveLength(1)
  const start = closure([...entries, ...rest])
  const pages = routes(start)
  const shares = pages.get('shares')
  if (!shares) throw new Error(`no lazy shares page among ${[...pages.keys()].join(', ')}`)
  const first = closure([...start, shares])

  const before = await weigh(first)
  const show = (bytes: number): string => `${(bytes / kilobyte).toFixed(1)} kB`
  console.log(`JS before the first share row: ${show(before)} (gzip), ${first.size} chunks`)
  // Another language is fetched beside the English, which stays as what is shown when it cannot be had.
  const chinese = await weigh([...first, 'src/i18n/zh-CN/first-page.ts'])
  console.log(`  in Chinese: ${show(chinese)}`)
  const remaining = await weigh(['src/i18n/en/rest.ts'])
  console.log(`  then the remaining messages, once: ${show(remaining)}`)
  const further = new Map<string, number>()
  for (const [page, key] of pages) {
    if (page === 'shares') continue
    further.set(page, await weigh([...closure([key])].filter((chunk) => !first.has(chunk))))
    console.log(`  then ${page}: ${show(further.get(page) ?? 0)}`)
  }

  expect(before).toBeLessThanOrEqual(150 * kilobyte)
  // Less than React alone would mean that something was not counted.
  expect(before).toBeGreaterThan(50 * kilobyte)
  expect(chinese).toBeGreaterThan(before)
  expect(remaining).toBeGreaterThan(5 * kilobyte)
  expect(remaining).toBeLessThanOrEqual(15 * kilobyte)
  for (const [page, bytes] of further) expect(bytes, page).toBeLessThanOrEqual(25 * kilobyte)
})
