import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** By path from the project's root: the files of `src` that a file imports, types too, but not lazily. */
type Imports = ReadonlyMap<string, readonly string[]>

const root = fileURLToPath(new URL('..', import.meta.url))
const importPattern = /^(?:import|export)\s(?:[^'";]*?\bfrom\s*)?'([^']+)'/gm

function importsOf(files: ReadonlyMap<string, string>): Imports {
  return new Map(
    [...files].map(([path, source]) => {
      const targets = [...source.matchAll(importPattern)].map(([, name = '']) =>
        name.startsWith('#src/') ? name.slice(1) : posix.join(posix.dirname(path), name),
      )
      return [path, targets.filter((target) => files.has(target))]
    }),
  )
}

/** Groups of files that import each other in a cycle, largest first: what is left without a first file to import. */
function cyclesOf(imports: Imports): string[][] {
  const reachable = (from: string): Set<string> => {
    const found = new Set<string>()
    const waiting = [...(imports.get(from) ?? [])]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (found.has(path)) continue
      found.add(path)
      waiting.push(...(imports.get(path) ?? []))
    }
    return found
  }
  const reached = new Map([...imports.keys()].map((path) => [path, reachable(path)]))
  const seen = new Set<string>()
  const cycles: string[][] = []
  for (const [path, targets] of reached) {
    if (seen.has(path) || !targets.has(path)) continue
    const cycle = [...targets].filter((target) => reached.get(target)?.has(path))
    for (const member of cycle) seen.add(member)
    cycles.push(cycle.sort((a, b) => a.localeCompare(b)))
  }
  return cycles.sort((a, b) => b.length - a.length)
}

test('no files import each other in a cycle', () => {
  const paths = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path))
  const imports = importsOf(new Map(paths.map((path) => [path, readFileSync(root + path, 'utf8')])))
  expect([...imports.values()].flat().length).toBeGreaterThan(1_000)
  expect(cyclesOf(imports)).toEqual([])
})

test('a cycle is noticed, of types as well, and lazy imports make none', () => {
  const imports = importsOf(
    new Map([
      ['src/a/a.ts', `import { b } from './b.ts'\nimport {\n  c,\n} from '#src/c.ts'`],
      ['src/a/b.ts', `export type { C } from '#src/c.ts'`],
      ['src/c.ts', `import type { A } from './a/a.ts'`],
      ['src/d.ts', `import './e.ts'`],
      ['src/e.ts', `const d = () => import('./d.ts')`],
    ]),
  )
  expect(cyclesOf(imports)).toEqual([['src/a/a.ts', 'src/a/b.ts', 'src/c.ts']])
})
