import { expect, it } from 'vitest'
import { en } from '#src/i18n/en/catalogue.ts'
import { zhCN } from '#src/i18n/zh-CN/catalogue.ts'
import { formatDateTime } from '#src/lib/time.ts'
import { linksAsMessageText } from '#src/pages/shares/copy/link-text.ts'
import { linkRow } from './link-row.ts'

const expires = Date.UTC(2026, 10, 23, 12, 16)

it.each([
  ['en', en, 'Expires: '],
  ['zh-CN', zhCN, '到期：'],
] as const)('S4 a text to send says the time in %s as elsewhere', (locale, messages, word) => {
  const text = linksAsMessageText([linkRow({ expires, password: 'pw' })], messages, locale)
  expect(text.split('\n').at(-1)).toBe(word + formatDateTime(expires, locale))
})
