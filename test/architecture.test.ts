import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { allowed, featureOrder } from './layers.ts'

type Files = ReadonlyMap<string, string>

/** `pages/shares` for what lies in a page, `features/links` in a feature, else the first part of the path below `src`. */
function unitOf(path: string): string {
  const [, first = '', second] = path.split('/')
  return (first === 'pages' || first === 'features') && second ? `${first}/${second}` : first
}

/** Whether a feature may import another one: those before it in the order, and never one that is not in it. */
function isInOrder(from: string, to: string): boolean {
  const [at, before] = [from, to].map((path) => featureOrder.indexOf(path.split('/')[2] ?? ''))
  return before !== undefined && at !== undefined && before >= 0 && before < at
}

const layerOf = (path: string): string => path.split('/')[1] ?? ''

const importPattern =
  /(?:\bfrom|\bimport|@import|\bimport\s*\(|\brequire\s*\(|\bnew\s+URL\s*\()\s*(?:url\()?(['"`])([^'"`\n]+)\1/g

/** Paths of ours, from the project's root, and names of packages that a source imports. */
function importsOf(path: string, source: string): { target: string }[] {
  const matches = [...source.matchAll(importPattern)]
  // The service and the build find files and folders on disk that way.
  const findsFiles = /^(?:server|build)$/.test(layerOf(path))
  const imports = matches.filter(([all]) => !(all.startsWith('new') && findsFiles))
  return imports.map((match) => {
    const name = (match[2] ?? '').replace(/\?.*$/, '')
    const isOurs = name.startsWith('#src/') || name.startsWith('/src/')
    const target = isOurs
      ? name.slice(1)
      : name.startsWith('.')
        ? posix.join(posix.dirname(path), name)
        : `package:${name}`
    return { target }
  })
}

/** Tests of the service itself, and this file. Others ask the service through its API or its builders. */
const maySeeDatabase = /^test\/(?:server\/|architecture\.test\.ts$)/

/** What breaks the rules, one sentence each. `files` maps paths from the project's root to sources. */
function violations(files: Files): string[] {
  const found: string[] = []
  for (const [path, source] of files) {
    const parts = path.split('/')
    const folder = parts.find(
      (part, at) => at < parts.length - 1 && /^(utils|helpers|common|shared)$/.test(part),
    )
    if (folder) found.push(`${path} lies in a folder called ${folder}`)
    if (path.startsWith('test/')) {
      const usesDatabase =
        /\.\s*db\b|[{,]\s*db\s*[,:}]/.test(source) ||
        importsOf(path, source).some(({ target }) => target.startsWith('src/server/storage/'))
      if (!maySeeDatabase.test(path) && usesDatabase) found.push(`${path} uses the database`)
      continue
    }
    const layer = layerOf(path)
    const may = allowed[layer]
    if (!may) {
      found.push(`${path} has no place in the layout`)
      continue
    }
    if (layer === 'pages' && parts.length < 4) found.push(`${path} is a page without a folder`)
    if (/^index\.\w+$/.test(parts.at(-1) ?? '')) found.push(`${path} is a barrel`)
    if (/\bimport\.meta\.glob\b/.test(source)) found.push(`${path} hides imports in a glob`)
    if (layer === 'features' && !featureOrder.includes(parts[2] ?? '')) {
      found.push(`${path} is of a feature that has no place in the order`)
    }
    for (const { target } of importsOf(path, source)) {
      if (
        /^package:libsql(\/|$)/.test(target) &&
        !/^src\/server\/storage\/(?:connection\.ts|copy-database\.mjs)$/.test(path)
      ) {
        found.push(`${path} imports libsql`)
      }
      if (target.startsWith('package:')) continue
      if (!target.startsWith('src/')) found.push(`${path} imports ${target}, outside of src`)
      else if (unitOf(target) !== unitOf(path)) {
        const isAllowed =
          layer === 'features' && layerOf(target) === 'features'
            ? isInOrder(path, target)
            : may.includes(layerOf(target))
        // Of a feature, only queries and writes ask the service.
        const isComponent = layer === 'features' && path.endsWith('.tsx')
        if (!isAllowed || (isComponent && layerOf(target) === 'api')) {
          found.push(`${path} imports ${target}`)
        }
      }
    }
    if (layer === 'server') continue
    if (!/^(?:features|jobs)$/.test(layer) && /\bmutationFn\b/.test(source)) {
      found.push(`${path} has a mutationFn`)
    }
  }
  return found
}

const root = fileURLToPath(new URL('..', import.meta.url))
const code = /\.(?:[cm]?[jt]sx?|css)$/

function read(folder: string): [path: string, source: string][] {
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => code.test(path))
    .map((path) => [path, readFileSync(root + path, 'utf8')])
}

describe('the sources keep to the layout', () => {
  const files: Files = new Map([...read('src'), ...read('test')])

  test('the files were seen, in every layer', () => {
    const seen = new Set([...files.keys()].filter((path) => path.startsWith('src/')).map(layerOf))
    expect([...seen].sort((a, b) => a.localeCompare(b))).toEqual(
      Object.keys(allowed).sort((a, b) => a.localeCompare(b)),
    )
    expect(files.size).toBeGreaterThan(100)
    const imports = [...files].flatMap(([path, source]) => importsOf(path, source))
    expect(imports.filter(({ target }) => target.startsWith('src/')).length).toBeGreaterThan(100)
  })

  // Types of style sheets and pictures are declared for any path, so that only a build would notice.
  test('every file that is imported is there', () => {
    const targets = [...files].flatMap(([path, source]) =>
      importsOf(path, source).map(({ target }) => ({ path, target })),
    )
    const missing = targets.filter(
      ({ path, target }) =>
        /^src\/.*\.\w+$/.test(target) &&
        path !== 'test/architecture.test.ts' &&
        !existsSync(root + target),
    )
    expect(missing).toEqual([])
  })

  test('every import, mutation, database and barrel is where it may be', () => {
    expect(violations(files)).toEqual([])
  })
})

describe('a breach is noticed', () => {
  const fine: [string, string][] = [
    ['src/main.tsx', `import { router } from './router.tsx'; import './ui/styles/base.css'`],
    ['src/router.tsx', `const Shares = lazy(() => import('./pages/shares/SharesPage.tsx'))`],
    ['src/pages/shares/SharesPage.tsx', `import { Row } from './Row.tsx'; import 'react'`],
    ['src/pages/shares/Row.tsx', `import s from './Row.module.css'`],
    ['src/pages/shares/Row.module.css', `@import url('../../ui/tokens.css');`],
    ['src/features/links/links.ts', `import { list } from '#src/api/a.ts'; ({ mutationFn: list })`],
    [
      'src/features/links/A.tsx',
      `import { uri } from '#src/features/folder/path.ts'; import './a.css'`,
    ],
    ['src/api/shares.ts', `import { Share } from '#src/contract/share.ts'`],
    ['src/server/storage/connection.ts', `import Database from 'libsql'`],
    ['src/api/current-session.ts', `import { base } from '../platform/runtime.ts'`],
    ['src/jobs/runner/a.ts', `import type {\n  Row,\n} from '#src/lists/row.ts'`],
    ['src/i18n/en/common.ts', `export const common = {}`],
    ['src/vite-env.d.ts', `/// <reference types="vite/client" />`],
    ['test/pages/shares.test.tsx', `import '#src/server/service.ts'; service.seed.add()`],
    [
      'test/server/storage/db.test.ts',
      `import { openDb } from '#src/server/storage/db.ts'; bench.db.run()`,
    ],
  ]

  test('what may be, may be', () => {
    expect(violations(new Map(fine))).toEqual([])
  })

  const layers = Object.keys(allowed).filter((layer) => !/[.]/.test(layer))
  const fileIn = (layer: string): string =>
    layer === 'pages' ? 'pages/files/A.tsx' : `${layer}/${layer === 'features' ? 'links/' : ''}a.ts`

  test('every import that the table does not name', () => {
    for (const from of [...layers, 'main.tsx', 'router.tsx']) {
      for (const to of layers.filter((layer) => layer !== from)) {
        const path = `src/${from.includes('.') ? from : fileIn(from)}`
        const found = violations(new Map([[path, `export { a } from '#src/${fileIn(to)}'`]]))
        const expected = allowed[from]?.includes(to) ? [] : [`${path} imports src/${fileIn(to)}`]
        expect(found).toEqual(expected)
      }
    }
  })

  test.each([
    [
      'src/pages/shares/A.tsx',
      `import { B } from '../files/B.tsx'`,
      'imports src/pages/files/B.tsx',
    ],
    ['src/pages/shares/A.tsx', `import type { B } from '../../api/b.ts'`, 'imports src/api/b.ts'],
    [
      'src/features/folder/A.tsx',
      `import {\n  b,\n  c,\n} from "../links/b.tsx"`,
      'imports src/features/links/b.tsx',
    ],
    [
      'src/features/trash/a.ts',
      `import type { B } from '#src/features/links/b.ts'`,
      'imports src/features/links/b.ts',
    ],
    [
      'src/features/links/A.tsx',
      `import { b } from '#src/api/shares/b.ts'`,
      'imports src/api/shares/b.ts',
    ],
    ['src/features/songs/a.ts', ``, 'is of a feature that has no place in the order'],
    [
      'src/jobs/a.ts',
      `import { b } from '#src/features/links/b.ts'`,
      'imports src/features/links/b.ts',
    ],
    ['src/ui/A.tsx', 'await import(`../jobs/b.ts`)', 'imports src/jobs/b.ts'],
    ['src/ui/A.tsx', `import '../features/b.css'`, 'imports src/features/b.css'],
    ['src/ui/a.css', `@import '../features/b.css';`, 'imports src/features/b.css'],
    ['src/lib/a.ts', `import icon from '../ui/a.svg?raw'`, 'imports src/ui/a.svg'],
    ['src/lib/a.ts', `new URL('../ui/a.svg', import.meta.url)`, 'imports src/ui/a.svg'],
    ['src/api/a.ts', `import { b } from '/src/lists/b.ts'`, 'imports src/lists/b.ts'],
    ['src/jobs/a.ts', `import '../router.tsx'`, 'imports src/router.tsx'],
    ['src/lib/a.ts', `import '../../test/dom.ts'`, 'imports test/dom.ts, outside of src'],
    ['src/server/a.ts', `import Database from 'libsql'`, 'imports libsql'],
    ['src/server/a.mjs', `await import('libsql/promise')`, 'imports libsql'],
    ['src/lists/a.ts', `import type { B } from '#src/jobs/b.ts'`, 'imports src/jobs/b.ts'],
    ['src/pages/a/A.tsx', `useMutation({ mutationFn: send })`, 'has a mutationFn'],
    ['src/ui/a.ts', `import.meta.glob('./*.ts')`, 'hides imports in a glob'],
    ['src/ui/index.ts', ``, 'is a barrel'],
    ['src/pages/shares/index.tsx', ``, 'is a barrel'],
    ['src/pages/Shares.tsx', ``, 'is a page without a folder'],
    ['src/hooks/a.ts', ``, 'has no place in the layout'],
    ['src/app.tsx', ``, 'has no place in the layout'],
    ['src/ui/utils/a.ts', ``, 'lies in a folder called utils'],
    ['test/helpers/a.ts', ``, 'lies in a folder called helpers'],
    ['test/pages/a.test.tsx', `app.service.db.run('DELETE FROM locks', [])`, 'uses the database'],
    ['test/faults/a.ts', `const names = ({ db }: Service) => []`, 'uses the database'],
    ['test/dom/harness.tsx', `const { seed, db } = service`, 'uses the database'],
    ['test/ui/a.ts', `import { openDb } from '#src/server/storage/db.ts'`, 'uses the database'],
  ])('%s with %j %s', (path, source, sentence) => {
    expect(violations(new Map([...fine, [path, source]]))).toEqual([`${path} ${sentence}`])
  })
})
