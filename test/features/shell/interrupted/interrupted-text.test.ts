import { expect, it } from 'vitest'
import { en } from '#src/i18n/en/catalogue.ts'
import { zhCN } from '#src/i18n/zh-CN/catalogue.ts'

it.each([
  [3, 0, 'Some may be done.', '可能已完成一部分。'],
  [1, 0, 'It may be done.', '可能已完成。'],
  [3, 2, 'At least 2 are done.', '至少已完成 2 个。'],
])(
  'T3 a job of %d items that was interrupted when %d were certainly done says so',
  (count, done, english, chinese) => {
    const operation = { kind: 'restore', name: 'a.txt', count } as const
    const [inEnglish, inChinese] = [en, zhCN].map(({ operations }) =>
      operations.interrupted(operation, done, true),
    )
    expect(inEnglish?.split('interrupted. ')[1]).toBe(english)
    expect(inChinese?.split('被中断，')[1]).toBe(chinese)
  },
)
