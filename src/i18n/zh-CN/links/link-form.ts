import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const linkForm = {
  create: '创建链接',
  generate: '换一个密码',
  passwordCharacters: '只能使用字母 A 到 Z 和数字，最多 32 个。',
  expiries: {
    never: '永不',
    day: '1 天',
    week: '7 天',
    month: '30 天',
    date: '指定日期',
  },
  extensions: {
    keep: '不变',
    week: '延长 7 天',
    month: '延长 30 天',
    date: '指定日期',
    never: '永不',
  },
  date: '日期和时间',
  until: (day) => `有效至 ${day}`,
  dateFuture: '请选择更晚的日期或时间。',
  limitNumber: '请输入不小于 1 的整数，或留空。',
  showView: '向访客显示我的布局',
  showReadme: '在链接页面显示 README',
  copied: (count, isPublic) =>
    `${count === 1 ? '链接已复制' : `已复制 ${formatNumber(count, 'zh-CN')} 个链接`}${isPublic ? '，任何拥有链接的人都可以打开' : ''}。`,
  copiedBoth: (count) =>
    count === 1 ? '链接和密码已复制。' : `已复制 ${formatNumber(count, 'zh-CN')} 个链接和密码。`,
} satisfies Messages['linkForm']
