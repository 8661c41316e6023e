import type { LinkFactsMessages } from '#src/i18n/en/links/link-facts.ts'

export const linkFacts = {
  qr: '二维码',
  noPassword: '无密码',
  owner: '所有者',
  source: '来源',
  size: '大小',
  view: '视图',
  noState: '列表中已没有此链接。',
} satisfies LinkFactsMessages
