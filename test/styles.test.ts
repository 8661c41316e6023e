import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/* A custom property that nobody sets makes its declaration invalid, and no tool reports it. */

const root = fileURLToPath(new URL('../src', import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:css|tsx?)$/.test(path))
  .map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')] as const)

test('every custom property that a style uses is set somewhere', () => {
  const set = new Set(
    sources.flatMap(([path, text]) =>
      [
        ...text
          .replaceAll(/\/\*[^]*?\*\//g, '')
          // In code: a key of a style object, or what `setProperty` sets.
          .matchAll(
            path.endsWith('.css')
              ? /(--[\w-]+)\s*:/g
              : /(?:\[?|setProperty\(\s*|useReportedHeight\()['"`](--[\w-]+)['"`](?=\]?\s*:|\s*,|\))/g,
          ),
      ].map(([, name]) => name),
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

test('every class that a component names is in its style sheet', () => {
  const sheets = new Map(sources.filter(([path]) => path.endsWith('.module.css')))
  const named = sources.flatMap(([path, text]) =>
    [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(
      ([, name = '', from = '']) => {
        const sheet = sheets.get(
          from.startsWith('#src/') ? from.slice('#src/'.length) : join(dirname(path), from),
        )
        const keys = [...text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))]
        return keys.map(([, key = '']) => ({ path, key, sheet }))
      },
    ),
  )
  expect(named.length).toBeGreaterThan(500)
  const missing = named.filter(
    ({ key, sheet }) => !new RegExp(`\\.${key}(?![\\w-])`).test(sheet ?? ''),
  )
  expect(missing.map(({ path, key }) => `${path}: ${key}`)).toEqual([])
})

test('styles follow the direction of the page: no side is named left or right', () => {
  const sided =
    /(?<![\w-])((?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:[^;}]*|(?:text-align|float|clear)\s*:\s*(?:left|right))/g
  const found = sources
    .filter(([path]) => path.endsWith('.css'))
    .flatMap(([path, text]) =>
      [...text.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(sided)].map(
        ([, declaration = '']) => `${path}: ${declaration.trim()}`,
      ),
    )
  expect(found).toEqual([])
})

test('a bar at the side of a row has a mirrored one', () => {
  for (const [path, text] of sources) {
    const bars = [...text.matchAll(/box-shadow: inset (-?\d+)px 0 0/g)].map(([, px]) => Number(px))
    expect(
      bars.reduce((sum, px) => sum + px, 0),
      path,
    ).toBe(0)
  }
})

test('every file that a style names is there', () => {
  const named = sources
    .filter(([path]) => path.endsWith('.css'))
    .flatMap(([path, text]) =>
      [...text.matchAll(/url\(['"]?(\.[^'")]+)/g)].map(([, file = '']) => ({ path, file })),
    )
  expect(named.length).toBeGreaterThan(5)
  // The build leaves such an address as it is, and nothing is drawn.
  expect(named.filter(({ path, file }) => !existsSync(join(root, dirname(path), file)))).toEqual([])
})

test('no rule looks for a div, span or button behind an element that it knows by its tag alone', () => {
  // Chromium keeps such rules under no name: whenever an element comes or goes, all divs around it are styled anew.
  const found = sources
    .filter(([path]) => path.endsWith('.css'))
    .flatMap(([path, text]) =>
      [
        ...text
          .replaceAll(/:has\([^)]*\)/g, '')
          .matchAll(/(?<![\w.#-])[a-z]+ [+~] (?:div|span|button|a|\*)(?![\w-])[^;{]*\{/g),
      ].map(([rule]) => `${path}: ${rule}`),
    )
  expect(found).toEqual([])
})
