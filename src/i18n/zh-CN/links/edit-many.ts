import type { EditManyMessages } from '#src/i18n/en/links/edit-many.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (count: number) => formatNumber(count, 'zh-CN')

export const editMany = {
  extend: {
    title: (count) => `为 ${n(count)} 个链接延期`,
    limit: { keep: '不变', set: '设为', none: '不限' },
    limitNumber: '请输入不小于 1 的整数。',
  },
  access: {
    title: (count) => `${n(count)} 个链接的权限`,
    action: (count) => `设定 ${n(count)} 个链接的权限`,
    same: '统一设定',
    outsiders: '其他人指你的组和指定人员以外的人；后者的权限不变。',
  },
  changed: (count, all) => `${n(all)} 个链接中有 ${n(count)} 个将更改。`,
  revived: (count) => `${n(count)} 个失效链接将恢复使用，且无法撤销。`,
  untilBetween: (first, last) => `新的到期日：${first} 至 ${last}`,
  needsExpiry: (count) => `${n(count)} 个除外：已到期，需要新的到期时间。`,
  needsLimit: (count) => `${n(count)} 个除外：下载次数已达上限，需要更高的上限。`,
  sourceGone: (count) => `${n(count)} 个除外：来源已不存在。`,
  nobody: (count) => `${n(count)} 个除外：将无人能打开。`,
  endsLater: (count) => `${n(count)} 个除外：到期更晚，或永不到期。`,
  keptEnds: (count) => `${n(count)} 个保留原到期时间：到期更晚，或永不到期。`,
  shorten: (count) => `缩短 ${n(count)} 个到期更晚或永不到期的链接`,
  same: (count) => `${n(count)} 个保持不变。`,
} satisfies EditManyMessages
