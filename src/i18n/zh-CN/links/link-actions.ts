import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const linkActions = {
  actionsFor: (count, name) => (count === 1 ? `${name} 的链接操作` : `${n(count)} 个链接的操作`),
  copyLinks: '复制链接',
  formats: { lines: '仅链接', markdown: 'Markdown 格式', csv: 'CSV 格式', table: '表格' },
  withPasswords: '包含密码',
  deleteLink: '删除链接',
  deleteLinks: (count) => `删除 ${n(count)} 个链接`,
  deleteLinksAsk: (count) => `删除 ${n(count)} 个链接…`,
  showInFiles: '在“文件”中显示',
  send: '发送…',
  qrPng: '下载 PNG',
  foldersKnown: (known, all) => `按文件夹搜索涵盖 ${n(known)} / ${n(all)} 个链接`,
  setAccess: '权限…',
} satisfies Messages['linkActions']
