import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const shareActions = {
  actionsFor: (count, name) => (count === 1 ? `${name} 的链接操作` : `${n(count)} 个链接的操作`),
  copyLinks: '复制链接',
  formats: { lines: '每行一个', markdown: 'Markdown 格式', csv: 'CSV 格式', table: '表格' },
  withPasswords: '包含密码',
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
  export: {
    title: (count) => `导出 ${n(count)} 个链接`,
    format: '格式',
    formats: { csv: 'CSV', json: 'JSON' },
    bom: '适用于 Excel（带字节顺序标记）',
    what: '列',
    columns: {
      name: '名称',
      link: '链接',
      state: '状态',
      visits: '访问',
      downloads: '下载',
      limit: '下载上限',
      expires: '到期',
      access: '权限',
      price: '价格',
      created: '创建时间',
      password: '密码',
    },
    passwordsText: '拿到此文件的人可以打开受保护的链接。',
    copyTable: '复制为表格',
    download: '下载',
  },
} satisfies Messages['shareActions']
