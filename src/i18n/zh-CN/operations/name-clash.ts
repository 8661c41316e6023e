import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const number = (value: number) => formatNumber(value, 'zh-CN')

export const nameClash = {
  keepBoth: '两者都保留',
  newer: '保留较新的',
  replace: '替换',
  skip: '跳过',
  rule: (count) => (count === 1 ? '如何处理' : `全部 ${number(count)} 个`),
  skipAll: (count) => (count === 1 ? '跳过' : `全部 ${number(count)} 个跳过`),
  table: '已被占用的名称',
  name: '名称',
  choice: '如何处理',
  choiceFor: (name) => `如何处理 ${name}`,
  more: (count) => `另有 ${number(count)} 个项目`,
  present: '已在此处',
  deleted: '在回收站中',
  wasDeleted: '删除时间：',
  isNewer: '较新',
  folder: '文件夹',
  offline: '离线时无法得知',
  another: '这些项目中的另一个',
} satisfies Messages['nameClash']
