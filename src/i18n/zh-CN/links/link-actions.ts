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
  deleteTitle: (count) => `删除 ${n(count)} 个链接？`,
  deleteText: (working, count, visits) =>
    `${
      working === 0
        ? '均已失效。'
        : `${n(count)} 个中最多有 ${n(working)} 个仍有效，共 ${n(visits)} 次访问。`
    }此操作无法撤销。文件不受影响。`,
  showInFiles: '在“文件”中显示',
  send: '发送…',
  qrPng: '下载 PNG',
  foldersKnown: (known, all) => `按文件夹搜索涵盖 ${n(known)} / ${n(all)} 个链接`,
  setAccess: '权限…',
  dead: {
    title: (dead, all) =>
      all === 1
        ? '此链接已失效'
        : dead === all
          ? '这些链接已失效'
          : `${n(all)} 个链接中有 ${n(dead)} 个已失效`,
    text: '失效链接无人能打开。',
    copyAnyway: (count) => (count === 1 ? '仍然复制' : '仍然全部复制'),
    copyLive: (count) => `复制有效的 ${n(count)} 个`,
  },
} satisfies Messages['linkActions']
