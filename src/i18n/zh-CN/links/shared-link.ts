import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const sharedLink = {
  title: '分享链接',
  sharedBy: (name) => `由 ${name} 分享`,
  expires: '到期',
  goneTitle: '此链接已失效',
  goneText: '请向发送者索取新链接。',
  goneBy: (name) => `请向 ${name} 索取新链接。`,
  yours: '你的链接',
  deleted: '此链接已删除。',
  openingCounts: '打开会计为一次下载。',
  openingLast: '打开会用掉最后一次下载。',
  firstRows: (shown, all) =>
    `前 ${formatNumber(shown, 'zh-CN')} 行${all === undefined ? '' : `，共 ${formatNumber(all, 'zh-CN')} 行`}`,
  endedMeanwhile: '此链接已失效：已到期、次数用尽，或者链接或其项目已被删除。无法再从中加载内容。',
  hideReadme: '隐藏 README',
  downloadsLeft: '剩余下载次数',
  paid: '付费链接',
  openLimited: (left, total) =>
    `打开（剩余 ${formatNumber(left, 'zh-CN')} / ${formatNumber(total, 'zh-CN')} 次下载）`,
  openContents: '打开',
  tooLarge: (name) => `${name} 过大，无法在此显示。`,
  downloadFile: (name) => `下载 ${name}`,
  openAsText: '以文本打开',
  emptyText: (name) => `${name} 是空的。`,
  readmeFailed: '无法加载 README。',
  table: '表格',
  code: '代码',
  taskDone: '已完成',
  taskOpen: '未完成',
  footnotes: '脚注',
  backToText: (number) => `返回正文中的脚注 ${formatNumber(number, 'zh-CN')}`,
} satisfies Messages['sharedLink']
