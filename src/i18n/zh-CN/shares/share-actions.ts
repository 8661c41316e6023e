import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const shareActions = {
  actionsFor: (count, name) => (count === 1 ? `${name} 的链接操作` : `${n(count)} 个链接的操作`),
  copyLinks: '复制链接',
  copyLines: '每行一个',
  copyMarkdown: 'Markdown 格式',
  copyCsv: 'CSV 格式',
  deleteLink: '删除链接',
  deleteLinks: (count) => `删除 ${n(count)} 个链接`,
  showInFiles: '在“文件”中显示',
  dead: {
    title: (dead, all) =>
      all === 1
        ? '此链接已失效'
        : dead === all
          ? '这些链接已失效'
          : `${n(all)} 个链接中有 ${n(dead)} 个已失效`,
    text: '收到失效链接的人无法打开它。',
    copyAnyway: (count) => (count === 1 ? '仍然复制' : '仍然全部复制'),
    copyLive: (count) => `复制有效的 ${n(count)} 个`,
  },
} satisfies Messages['shareActions']
