import { expect, test, vi } from 'vitest'

test('before anything but the first page is opened, a language is no more than the first page says', async () => {
  // Once any test of the worker has opened more than the first page, all of a language is there.
  vi.resetModules()
  const { loadLanguage, messagesOf } = await import('#src/i18n/catalogues.ts')
  const { firstPage: firstPageZh } = await import('#src/i18n/zh-CN/first-page.ts')
  await loadLanguage('zh-CN')
  expect(messagesOf('zh-CN').frame).toEqual(firstPageZh.frame)
  expect(messagesOf('zh-CN')).not.toHaveProperty('trash')
  await loadLanguage('en')
  expect(messagesOf('en')).not.toHaveProperty('trash')
})
