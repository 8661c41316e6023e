import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../src', import.meta.url))

/** The page's own sources but its words, by their path below `src`. */
export const sources: ReadonlyMap<string, string> = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !/^(?:server|i18n)\//.test(name))
    .map((name) => [name, readFileSync(`${root}/${name}`, 'utf8')]),
)

/** The path below `src` of what `from` imports as `name`. */
export const resolveImport = (from: string, name: string): string =>
  name.startsWith('#src/') ? name.slice(5) : posix.join(posix.dirname(from), name)

const pattern = /\blater(?:<\w+>)?\(\s*\(\) =>\s*import\('([^']+)'\),?(?:\s*\[([^\]]*)\])?/g

/** All code that is fetched later, with the groups of words that are fetched with it. */
export const late = [...sources].flatMap(([file, source]) =>
  [...source.matchAll(pattern)].map(([, name = '', words = '']) => ({
    file: resolveImport(file, name),
    words: [...words.matchAll(/\w+/g)].map(([word]) => word),
  })),
)
