import { expect, test } from 'vitest'
import { loadLanguage, messagesOf } from '#src/i18n/catalogues.ts'
import { firstPage as firstPageZh } from '#src/i18n/zh-CN/first-page.ts'

/* In a file of its own: once a test has opened more than the first page, all of a language is there. */

test('before anything but the first page is opened, a language is no more than the first page says', async () => {
  await loadLanguage('zh-CN')
  expect(messagesOf('zh-CN').frame).toEqual(firstPageZh.frame)
  expect(messagesOf('zh-CN')).not.toHaveProperty('trash')
  await loadLanguage('en')
  expect(messagesOf('en')).not.toHaveProperty('trash')
})
