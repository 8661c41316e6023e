import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { isLanguageLoaded, loadLanguage, messagesOf } from '#src/i18n/catalogues.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { zhCN } from '#src/i18n/zh-CN/catalogue.ts'
import { chinese, combinations, english, functionsOf, type Say, valuesAt } from './catalogues.ts'

/** Every message by its path, with what it is: text, a function, a list. */
function shapeOf(messages: object, path = ''): string[] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? shapeOf(value, `${path}${key}.`)
      : [`${path}${key}: ${typeof value}`],
  )
}

test('a language has messages once it has been loaded, and the one before keeps its own', async () => {
  await loadLanguage('en')
  await loadLanguage('zh-CN')
  expect(messagesOf('zh-CN').trash.title).toBe('回收站')
  expect(messagesOf('zh-CN').trash.restore).toBe('还原')
  expect(messagesOf('en').trash.restore).toBe('Restore')
  vi.resetModules()
  const fresh = await import('#src/i18n/catalogues.ts')
  expect(isLanguageLoaded('zh-CN')).toBe(true)
  expect(fresh.isLanguageLoaded('zh-CN')).toBe(false)
  expect(() => fresh.messagesOf('zh-CN')).toThrow('have not been loaded')
})

test('every message exists in both languages', () => {
  const shape = shapeOf(english).sort()
  expect(shape.length).toBeGreaterThan(400)
  expect(shapeOf(chinese).sort()).toEqual(shape)
})

/** The numbers and texts of {@link valuesAt} that a message says; null where it cannot say these values. */
function factsIn(say: Say, values: readonly unknown[]): string[] | null {
  try {
    const said = say(...values)
    if (typeof said !== 'string' || /NaN|undefined|null|\[object|true|false/.test(said)) return null
    return [...new Set(said.match(/(?<![\d,])4,?00\d(?!\d|,\d)|text\d/gi))]
      .map((fact) => fact.replace(',', '').toLowerCase())
      .sort()
  } catch {
    return null
  }
}

/** One takes a kind of item and translates it, one counts in units of its language. */
const saidOtherwise = new Set(['uploads.keepBothHint', 'viewer.megapixels'])

test('every message that takes values says the same names and numbers in both languages', () => {
  const others = new Map(functionsOf(chinese))
  const differing = new Set<string>()
  let compared = 0
  for (const [path, say] of functionsOf(english)) {
    let most = 0
    // A value that may be left out does not count in `length`.
    const [second, third] = [1, 2].map((index) =>
      say.length <= index ? [undefined] : valuesAt(index),
    )
    for (const values of combinations([valuesAt(0), second ?? [], third ?? []])) {
      const [here, there] = [factsIn(say, values), factsIn(others.get(path) as Say, values)]
      if (!here || !there) continue
      most = Math.max(most, here.length)
      if (here.join() !== there.join() && !saidOtherwise.has(path))
        differing.add(`${path}: ${here.join()} but ${there.join()}`)
    }
    // Some only choose between sentences, and say no value.
    if (most > 0) compared++
  }
  expect([...differing]).toEqual([])
  expect(compared).toBeGreaterThan(200)
})

/**
 * The messages that the code names, by path: `t.trash.restore`, or `words.restore` where the file has
 * `const words = t.trash`. `computed` has the groups that are read with a key that is only known at run time.
 */
function messagesReadBy(sources: readonly string[]) {
  const named = new Set<string>()
  const computed = new Set<string>()
  for (const code of sources) {
    const names = new Map<string, string[]>([['t', ['']]])
    for (const [, name = '', path = ''] of code.matchAll(
      /const (\w+)(?:: .+)? = t((?:\.\w+)+)$/gm,
    )) {
      names.set(name, [...(names.get(name) ?? []), `${path.slice(1)}.`])
    }
    for (const [, page = ''] of code.matchAll(/const messages = use(\w+)Messages\(\)/g))
      names.set('messages', [
        ...(names.get('messages') ?? []),
        page === 'Account' ? 'accountPage.' : `${page.charAt(0).toLowerCase()}${page.slice(1)}.`,
      ])
    // A parameter of a function: `messages: UploadsMessages`.
    for (const [, page = ''] of code.matchAll(/\bmessages: (\w+)Messages\b/g))
      names.set('messages', [
        ...(names.get('messages') ?? []),
        `${page.charAt(0).toLowerCase()}${page.slice(1)}.`,
      ])
    // A parameter of a function: `words: Messages['shares']['access']`.
    for (const [, name = '', path = ''] of code.matchAll(
      /\b(\w+): Messages((?:\['\w+'\])+)[,;)\s]/g,
    )) {
      const group = path.replaceAll(/\['(\w+)'\]/g, '$1.')
      names.set(name, [...(names.get(name) ?? []), group])
    }
    for (const [, name = '', path = '', key = ''] of code.matchAll(
      /(?<![.\w])(\w+)((?:\.\w+)*)((?:\[[^\]]+\])*)/g,
    )) {
      for (const start of names.get(name) ?? []) {
        const read = `${start}${path.slice(1)}`.replace(/\.$/, '')
        if (key) computed.add(read + '.*'.repeat(key.split('][').length))
        else named.add(read)
      }
    }
  }
  return { named, computed }
}

/** The messages that nothing in `sources` reads. A key looked up at run time must be somewhere in quotes or a property. */
function unusedMessages(paths: readonly string[], sources: readonly string[]): string[] {
  const { named, computed } = messagesReadBy(sources)
  const keys = new Set(sources.flatMap((code) => code.match(/(?<=')[\w-]+(?=')|\b\w+(?=:)/g) ?? []))
  return paths.filter((path) => {
    const parts = path.split('.')
    const isComputed = [1, 2].some((depth) =>
      computed.has([...parts.slice(0, -depth), ...parts.slice(-depth).map(() => '*')].join('.')),
    )
    // A list or a text has members of its own, such as `length`.
    const isNamed = [...named].some((read) => read === path || read.startsWith(`${path}.`))
    return !isNamed && !(isComputed && keys.has(parts.at(-1) ?? ''))
  })
}

test('a question about one thing speaks of one', () => {
  const rules = ['keepBoth', 'newer', 'replace', 'skip'] as const
  const questionsIn = ({
    operations,
    uploads,
    deletionQuestions,
    nameClash,
  }: typeof english | typeof chinese) => [
    ...rules.map((rule) => operations.restoring.ruleHints[rule](1, [])),
    operations.restoring.destinations(1),
    operations.restoring.leaveAll(1),
    operations.restoring.planMissing(1, 1),
    operations.transfers.text(1, 1, 'move'),
    operations.transfers.newerHint(1),
    operations.transfers.replaceHint(1, []),
    operations.transfers.skipHint(1),
    uploads.forgetTitle(1),
    uploads.forgetText(0, 1),
    uploads.newerHint(1),
    uploads.noSpaceText(1, '2 GB', '1 GB'),
    deletionQuestions.deleteText(1, '', true),
    deletionQuestions.emptyText(1, '', false),
    nameClash.skipAll(1),
  ]
  for (const text of questionsIn(english))
    expect(text).not.toMatch(/\b(?:they|them|these|those|all|were|items|folders|ones)\b/i)
  for (const text of questionsIn(chinese)) expect(text).not.toMatch(/这些|都|全部 1|其余|其中/)
})

test('every message is used', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^(server|i18n\/(en|zh-CN))\//.test(file))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
  const paths = shapeOf(english).map((shape) => shape.split(':')[0] ?? '')
  expect(unusedMessages(paths, sources)).toEqual([])
  expect(
    unusedMessages(['trash.restore', 'trash.forgotten', 'kinds.image', 'kinds.forgotten'], sources),
  ).toEqual(['trash.forgotten', 'kinds.forgotten'])
})

test('a missing or a misspelt key fails the compiler', async () => {
  await loadLanguage('en')
  const { folder: _, ...incomplete } = zhCN.kinds
  // @ts-expect-error -- `folder` is missing
  incomplete satisfies Messages['kinds']
  // @ts-expect-error -- no such key
  zhCN.kinds satisfies Messages['kinds'] & { foldr: string }
  // @ts-expect-error -- no such message
  expect(messagesOf('en').trash.restor).toBeUndefined()
})
