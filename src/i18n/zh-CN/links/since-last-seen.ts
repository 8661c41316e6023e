import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'
import { spacedForChinese } from '#src/i18n/zh-CN/spacing.ts'

export const sinceLastSeen = {
  since: (when) => `自${spacedForChinese(when)}以来`,
  gained: (count, when) => `自${spacedForChinese(when)}以来增加 ${formatNumber(count, 'zh-CN')}`,
  new: '新增',
  newlyDead: '新近失效',
  visited: '有新访问',
} satisfies Messages['sinceLastSeen']
