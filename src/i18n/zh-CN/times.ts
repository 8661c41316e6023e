import type { Messages } from '../messages.ts'
import { formatNumber } from '../plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const times = {
  never: '永不',
  unknown: '未知',
  today: '今天',
  days: (count) => `${n(count)} 天`,
  daysLeft: (count) => `剩余 ${n(count)} 天`,
  lastDay: '今天清除',
  hours: (count) => `${n(count)} 小时`,
  minutes: (count) => `${n(count)} 分钟`,
  seconds: (count) => `${n(count)} 秒`,
  inDays: (count) => `${n(count)} 天后`,
  inHours: (count) => `${n(count)} 小时后`,
  inMinutes: (count) => `${n(count)} 分钟后`,
} satisfies Messages['times']
