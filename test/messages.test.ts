import { expect, test } from 'vitest'
import { loadLanguage, loadMessages, messagesOf } from '#src/i18n/catalogues.ts'
import { firstPage } from '#src/i18n/en/first-page.ts'
import { lists } from '#src/i18n/en/lists.ts'
import { rest } from '#src/i18n/en/rest.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { firstPage as firstPageZh } from '#src/i18n/zh-CN/first-page.ts'
import { lists as listsZh } from '#src/i18n/zh-CN/lists.ts'
import { rest as restZh } from '#src/i18n/zh-CN/rest.ts'

/** Every message by its path, with what it is: text, a function, a list. */
function shapeOf(messages: object, path = ''): string[] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? shapeOf(value, `${path}${key}.`)
      : [`${path}${key}: ${typeof value}`],
  )
}

test('the rest that is asked for while the language is about to change comes in the new one too', async () => {
  await loadLanguage('en')
  const loading = loadMessages('all')
  await Promise.all([loadLanguage('zh-CN'), loading])
  expect(messagesOf('zh-CN').landing).toBe(restZh.landing)
  expect(messagesOf('en').landing).toBe(rest.landing)
})

test('a language that is chosen while a page is open says everything that is open, and what opens next', async () => {
  await loadLanguage('en')
  await loadMessages('all')
  await loadLanguage('zh-CN')
  expect(messagesOf('zh-CN').keys.title).toBe('键盘快捷键')
  expect(messagesOf('zh-CN').trash.restore).toBe('恢复')
  await loadLanguage('en')
  expect(messagesOf('en').trash.restore).toBe('Restore')
})

test('every message exists in both languages, and none twice', () => {
  const english = shapeOf({ ...firstPage, ...lists, ...rest })
  expect(english.length).toBeGreaterThan(400)
  expect(shapeOf({ ...firstPageZh, ...listsZh, ...restZh }).sort()).toEqual(english.sort())
  const groups = [firstPage, lists, rest].flatMap((part) => Object.keys(part))
  expect(groups).toEqual([...new Set(groups)])
})

test('a missing or a misspelt key fails the compiler', async () => {
  await Promise.all([loadLanguage('en'), loadMessages('all')])
  const { folder: _, ...incomplete } = listsZh.kinds
  // @ts-expect-error -- `folder` is missing
  incomplete satisfies Messages['kinds']
  // @ts-expect-error -- no such key
  listsZh.kinds satisfies Messages['kinds'] & { foldr: string }
  // @ts-expect-error -- no such message
  expect(messagesOf('en').trash.restor).toBeUndefined()
})
