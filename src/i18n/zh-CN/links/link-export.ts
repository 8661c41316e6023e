import type { LinkExportMessages } from '#src/i18n/en/links/link-export.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (count: number) => formatNumber(count, 'zh-CN')

export const linkExport = {
  title: (count) => `导出 ${n(count)} 个链接`,
  format: '格式',
  formats: { csv: 'CSV', json: 'JSON' },
  bom: '可用 Excel 打开',
  what: '列',
  columns: {
    name: '名称',
    kind: '类型',
    folder: '文件夹',
    link: '链接',
    state: '状态',
    visits: '访问',
    downloads: '下载',
    limit: '下载上限',
    expires: '到期',
    access: '权限',
    created: '创建时间',
    password: '密码',
  },
  foldersKnown: (known, all) => `${n(all)} 个链接中有 ${n(known)} 个的文件夹已知。`,
  uncertain: '有些“有效”链接尚未检查，其项目可能已不存在。',
  passwordsText: '拿到此文件的人可以打开受保护的链接。',
  copyTable: '复制为表格',
  download: '下载',
} satisfies LinkExportMessages
