import type { Messages } from '../messages.ts'
import { formatNumber } from '../plural.ts'

export const toasts = {
  copied: ({ count }) =>
    count === 1 ? '链接已复制' : `已复制 ${formatNumber(count, 'zh-CN')} 个链接`,
} satisfies Messages['toasts']
