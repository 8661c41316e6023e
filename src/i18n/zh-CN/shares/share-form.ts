import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const shareForm = {
  title: (name) => `分享 ${name}`,
  linksTitle: (name) => `${name} 的链接`,
  linksText: (count) => `已有 ${formatNumber(count, 'zh-CN')} 个链接。`,
  create: '创建链接',
  protect: '用密码保护',
  generate: '换一个密码',
  passwordCharacters: '只能使用字母 A 到 Z 和数字，最多 32 个。',
  expiries: {
    never: '永不',
    day: '1 天',
    week: '7 天',
    month: '30 天',
    date: '指定日期',
  },
  date: '日期和时间',
  dateFuture: '请选择将来的时间。',
  limitNumber: '请输入不小于 1 的整数，或留空。',
  showView: '访问者看到我的视图设置',
  showReadme: '在链接页面显示说明文件',
  createdTitle: (name) => `${name} 的链接`,
  copied: '已复制。拥有链接的人都可以打开。',
  copiedAlone: '已复制（不含密码）。打开链接时需要输入密码。',
  copiedBoth: '已连同密码一起复制。',
  notCopied: '链接已就绪。',
  link: '链接',
} satisfies Messages['shareForm']
