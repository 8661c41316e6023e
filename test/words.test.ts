import { expect, test } from 'vitest'
import { loadWords, speak, wordsOf } from '#src/i18n/catalogues.ts'
import { enLater } from '#src/i18n/en.ts'
import { late, resolveImport, sources } from './late.ts'

/** What runs when this file does. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  const source = sources.get(file)
  if (source === undefined || seen.has(file)) return seen
  seen.add(file)
  for (const [, name = ''] of source.matchAll(/^(?:import|export)(?! type)[^;'"]*'([^']+)'/gm)) {
    closure(resolveImport(file, name), seen)
  }
  return seen
}

/** The groups that a file and all that comes with it speak, beyond those that are there from the start. */
function spokenBy(file: string): string[] {
  const groups = [...closure(file)].flatMap((each) =>
    [...(sources.get(each) ?? '').matchAll(/\bt\.(\w+)/g)].map(([, group = '']) => group),
  )
  return [...new Set(groups)].filter((group) => group in enLater).sort()
}

test('code that is fetched later comes through the one way that brings its words along', () => {
  const fetched = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(/\bimport\('([^']+\.tsx?)'\)/g)].map(([, name = '']) =>
      resolveImport(file, name),
    ),
  )
  expect(late.length).toBeGreaterThan(8)
  const others = fetched.filter((file) => !late.some((one) => one.file === file))
  expect(others.filter((file) => spokenBy(file).length > 0)).toEqual([])
})

test('what is there from the start speaks no words that come later', () => {
  expect(closure('main.tsx').size).toBeGreaterThan(40)
  expect(spokenBy('main.tsx')).toEqual([])
})

test.each(late)('the words that $file speaks come with it, and no others', ({ file, words }) => {
  expect([...words].sort()).toEqual(spokenBy(file))
})

test('a language that is chosen while a page is open says everything that is open, and what opens next', async () => {
  await loadWords(['keys'])
  await speak('zh-CN')
  expect(wordsOf('zh-CN').keys.title).toBe('键盘快捷键')
  await loadWords(['trash'])
  expect(wordsOf('zh-CN').trash.restore).toBe('恢复')
  expect(wordsOf('en')).not.toHaveProperty('trash')
  await speak('en')
  expect(wordsOf('en').trash.restore).toBe('Restore')
})

test('words that are asked for while the language is about to change come in the new one too', async () => {
  const loading = loadWords(['landing'])
  await Promise.all([speak('zh-CN'), loading])
  expect(wordsOf('zh-CN')).toHaveProperty('landing')
  const speaking = speak('en')
  await Promise.all([loadWords(['account']), speaking])
  expect(wordsOf('en')).toHaveProperty('account')
})
