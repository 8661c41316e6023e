import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const nameClash = {
  keepBoth: '两者都保留',
  replace: '替换',
  skip: '跳过',
  forAll: (choice, count) => `全部 ${formatNumber(count, 'zh-CN')} 个${choice}`,
  present: '已在此处',
  deleted: '在回收站中',
  wasChanged: '修改于',
  wasDeleted: '删除于',
  folder: '文件夹',
} satisfies Messages['nameClash']
