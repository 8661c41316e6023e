import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/* A custom property that nobody sets makes its declaration void, and nothing tells. */

const root = fileURLToPath(new URL('../src', import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:css|tsx?)$/.test(path))
  .map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')] as const)

test('every custom property that a style uses is set somewhere', () => {
  const set = new Set(
    sources.flatMap(([path, text]) =>
      [...text.matchAll(path.endsWith('.css') ? /(--[\w-]+)\s*:/g : /(--[a-z][\w-]*)/g)].map(
        ([, name]) => name,
      ),
    ),
  )
  const used = sources
    .filter(([path]) => path.endsWith('.css'))
    .flatMap(([path, text]) =>
      [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => ({ path, name })),
    )
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(({ name }) => !set.has(name))).toEqual([])
})
