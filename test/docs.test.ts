import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  contentSecurityPolicy,
  contentSecurityPolicyFor,
} from '#src/server/http/security/security-headers.ts'
import { allowed, featureOrder } from './layers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    posix.join(folder, name.replaceAll('\\', '/')),
  )

const documents = ['README.md', ...filesBelow('docs').filter((path) => path.endsWith('.md'))]
const everyPath = ['src', 'test', 'docs', 'public'].flatMap(filesBelow)
const sources = [...everyPath, 'vite.config.ts'].filter((path) =>
  /\.(?:[cm]?[jt]sx?|css)$/.test(path),
)

/** Documents that are not part of the repository. */
const outside = /\b(?:contract|realserver|spec|quality|product|design)\.md\b/g

/** Text in backticks of a document, its code blocks left out. */
const quoted = (text: string): string[] =>
  [...text.replace(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

/** Whether a document may call it that: a path from the root, `src`, `src/server` or `test`, its ending left out or not. */
function isThere(name: string): boolean {
  if (existsSync(join(root, name))) return true
  const folder = name.replace(/\/$/, '')
  return ['', 'src/', 'src/server/', 'test/'].some((base) =>
    everyPath.some(
      (path) =>
        path === base + folder ||
        // The ending, or `.test` before it, may be left out.
        path.startsWith(`${base}${folder}.`),
    ),
  )
}

/** Text that looks like a path of the repository. */
const isPath = (text: string): boolean =>
  /^(?:src|test|docs|public|main\.tsx|router\.tsx|(?:pages|features|jobs|lists|api|contract|ui|platform|lib|i18n|build|server|faults|browser|bench|accounts|command-line|contents|events|files|http|locks|pictures|sample|seed|shares|storage|trash|uploads|views)\/)[\w./-]*$/.test(
    text,
  ) && text.includes('/')

describe('the documents', () => {
  test('name files that are there', () => {
    const missing = documents.flatMap((path) =>
      quoted(read(path))
        .filter((text) => isPath(text) && !isThere(text))
        .map((text) => `${path}: ${text}`),
    )
    expect(missing).toEqual([])
  })

  test('link to files and headings that are there', () => {
    const anchorOf = (heading: string) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .trim()
        .replaceAll(/\s/g, '-')
    const broken = documents.flatMap((path) => {
      const text = read(path)
      return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
        if (/^https?:/.test(target)) return []
        const [file = '', anchor] = target.split('#')
        const full = file ? posix.join(dirname(path), file) : path
        if (!existsSync(join(root, full))) return [`${path}: ${target}`]
        const anchors = [...read(full).matchAll(/^#+ (.+)$/gm)].map(([, one = '']) => anchorOf(one))
        return anchor === undefined || anchors.includes(anchor) ? [] : [`${path}: ${target}`]
      })
    })
    expect(broken).toEqual([])
  })
})

describe('what comments refer to', () => {
  const sections = (path: string) =>
    new Set([...read(path).matchAll(/^#+ (\d+(?:\.\d+)*)\.? /gm)].map(([, number = '']) => number))

  test('sections of docs/protocol.md are there, in the code and in the documents', () => {
    const known = sections('docs/protocol.md')
    expect(known.size).toBeGreaterThan(40)
    const missing = [...sources, ...documents].flatMap((path) => {
      const text = read(path)
      const pattern =
        path === 'docs/protocol.md' ? /()§(\d+(?:\.\d+)*)/g : /(protocol\.md )§(\d+(?:\.\d+)*)/g
      return [...text.matchAll(pattern)]
        .filter(([, , number = '']) => !known.has(number))
        .map(([all]) => `${path}: ${all}`)
    })
    expect(missing).toEqual([])
  })

  test('documents are those of this repository', () => {
    const strangers = sources.flatMap((path) => {
      // A comment may break the line before the section.
      const text = read(path).replaceAll(/\n\s*(?:\*|\/\/)?\s+/g, ' ')
      const sectionOf = [...text.matchAll(/(\S+) §\d/g)].filter(
        ([, before = '']) => !/^\(?(?:docs\/protocol\.md|\d+)$|,$/.test(before),
      )
      return [...sectionOf, ...text.matchAll(outside)].map(([all]) => `${path}: ${all}`)
    })
    expect(strangers).toEqual([])
  })
})

describe('docs/protocol.md', () => {
  test('has tests that name each rule for the client', () => {
    const rules = [...read('docs/protocol.md').matchAll(/^\| (rule 9\.\d) \|/gm)].map(
      ([, rule = '']) => rule,
    )
    expect(rules).toHaveLength(7)
    const tests = everyPath.filter((path) => /\.test\.tsx?$/.test(path)).map(read)
    expect(
      rules.filter(
        (rule) => !tests.some((text) => text.includes(`${rule} `) || text.includes(`${rule}: `)),
      ),
    ).toEqual([])
  })
})

describe('docs/requirements.md', () => {
  const rows = read('docs/requirements.md')
    .split('\n')
    .flatMap((line) => {
      const [, number, , proof] = /^\| ([RGFSTVLAP]\d+) \| (.*) \| ([^|]*) \|$/.exec(line) ?? []
      return number && proof ? [{ number, proof }] : []
    })
  const known = new Set(rows.map(({ number }) => number))
  const numbers = /\b[RGFSTVLAP]\d{1,2}\b/g
  const titles = /\b(?:test|describe|it)(?:\.each\([^]*?\))?\(\s*(['"`])([^]*?)\1/g

  const tests = everyPath
    .filter((path) => /\.(?:test|bench)\.tsx?$/.test(path))
    .map((path) => ({
      path,
      numbers: new Set(
        [...read(path).matchAll(titles)].flatMap(([, , title = '']) => title.match(numbers) ?? []),
      ),
    }))

  test('has every number once', () => {
    const counts = { R: 11, G: 12, F: 9, S: 18, T: 10, V: 9, L: 12, A: 3, P: 14 }
    // Numbers between have not been asked for yet.
    const later: Readonly<Record<string, readonly string[]>> = { F: ['F12'] }
    const wanted = Object.entries(counts).flatMap(([letter, count]) => [
      ...Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
      ...(later[letter] ?? []),
    ])
    expect(rows.map(({ number }) => number)).toEqual(wanted)
  })

  test('knows every number that a title names', () => {
    // F2 is also a key.
    const strangers = tests.flatMap(({ path, numbers: found }) =>
      [...found].filter((number) => !known.has(number)).map((number) => `${path}: ${number}`),
    )
    expect(strangers).toEqual([])
  })

  test('names folders in which titles carry the number', () => {
    const unproven = rows.flatMap(({ number, proof }) =>
      [...proof.matchAll(/`([a-z]+)`/g)]
        .map(([, folder = '']) => folder)
        .filter((folder) => existsSync(join(root, 'test', folder)))
        .filter(
          (folder) =>
            !tests.some(
              ({ path, numbers: found }) => path.startsWith(`test/${folder}/`) && found.has(number),
            ),
        )
        .map((folder) => `${number}: no title in test/${folder}`),
    )
    expect(unproven).toEqual([])
  })

  /** The tests that a name in the last column means: of its own, or beside those of the name before. */
  function testsCalled(name: string, folder: string | undefined): string[] {
    const path = name.replace(/\/$/, '')
    const [found = []] = [`test/${path}`, ...(folder === undefined ? [] : [`${folder}/${path}`])]
      .map((start) =>
        tests.filter(
          (each) => each.path.startsWith(`${start}/`) || each.path.startsWith(`${start}.`),
        ),
      )
      .filter(({ length }) => length > 0)
    return found.map((each) => each.path)
  }

  /** The names in the last column of every table, each with its tests and the parts of titles behind it. */
  const named = read('docs/requirements.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.endsWith(' |'))
    .flatMap((line) => {
      let folder: string | undefined
      const proof = line.slice(0, -2).split(' | ').at(-1) ?? ''
      return [...proof.matchAll(/`([^`]+)`([^`]*)/g)].map(([, name = '', behind = '']) => {
        const paths = testsCalled(name, folder)
        folder = paths[0] && posix.dirname(paths[0])
        return {
          name,
          paths,
          quotes: [...behind.matchAll(/“([^”]+)”/g)].map(([, part = '']) => part),
        }
      })
    })

  test('names tests that are there', () => {
    expect(named.length).toBeGreaterThan(200)
    const missing = named.filter(
      ({ name, paths }) => !paths.length && !existsSync(join(root, name)),
    )
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  test('quotes titles that are there', () => {
    const quoting = named.filter(({ quotes }) => quotes.length > 0)
    expect(quoting.length).toBeGreaterThan(25)
    const missing = quoting.flatMap(({ name, paths, quotes }) => {
      const found = paths.flatMap((path) =>
        [...read(path).matchAll(titles)].map(([, , title = '']) => title),
      )
      return quotes
        .filter((part) => !found.some((title) => title.includes(part)))
        .map((part) => `${name}: ${part}`)
    })
    expect(missing).toEqual([])
  })

  test('says of each requirement what proves it, or that it is not built', () => {
    expect(rows.filter(({ proof }) => !/`|\*\*not (?:built|measured) yet\*\*/.test(proof))).toEqual(
      [],
    )
  })
})

describe('docs/architecture.md', () => {
  test('has the table of imports that the tests hold', () => {
    const table =
      /\| who \| may import \|\n((?:\|.*\n)+)/.exec(read('docs/architecture.md'))?.[1] ?? ''
    const documented: Record<string, string[]> = {}
    for (const [, who = '', what = ''] of table.matchAll(/^\| `([a-z0-9]+)` \| (.*) \|$/gm)) {
      documented[who] = [...what.replace(/;.*$/, '').matchAll(/`([a-z0-9]+)`/g)]
        .map(([, name = '']) => name)
        .sort()
    }
    const held = Object.entries(allowed).filter(([who]) => !who.includes('.'))
    expect(documented).toEqual(
      Object.fromEntries(held.map(([who, what]) => [who, [...what].sort()])),
    )
  })

  test('has the features in the order that the tests hold', () => {
    const [, line = ''] = /^Order of the features: (.*)$/m.exec(read('docs/architecture.md')) ?? []
    expect([...line.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)).toEqual([...featureOrder])
  })
})

describe('docs/deployment.md', () => {
  const deployment = read('docs/deployment.md')
  const policiesIn = (text: string) =>
    [...text.matchAll(/Content-Security-Policy "([^"]*)"/g)]
      .map(([, policy]) => policy)
      .filter((policy) => policy?.includes('script-src'))

  test('has the policy that the server sends, for each web server', () => {
    expect(policiesIn(deployment)).toEqual([contentSecurityPolicy, contentSecurityPolicy])
  })

  test('has a command that puts the origins of storages into that policy, as the server does', () => {
    const [, names = '', script = ''] =
      /ORIGINS='(.*)'\nsed -Ei "(.*)" \S+\n/.exec(deployment) ?? []
    const blocks = ['nginx', 'caddyfile'].map(
      (name) => new RegExp(`\`\`\`${name}\\n[^]*?\`\`\``).exec(deployment)?.[0] ?? '',
    )
    const input = blocks.join('\n')
    const changed = execFileSync('sed', ['-E', script.replaceAll('$ORIGINS', () => names)], {
      input,
      encoding: 'utf8',
    })
    const policy = contentSecurityPolicyFor(names.split(' '))
    expect(policiesIn(changed)).toEqual([policy, policy])
    // Nothing else of the blocks is changed.
    expect(changed.replaceAll(policy, () => contentSecurityPolicy)).toBe(input)
  })
})
