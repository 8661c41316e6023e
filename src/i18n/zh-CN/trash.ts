import type { Messages } from '../messages.ts'
import { formatNumber } from '../plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const trash = {
  title: '回收站',
  list: '已删除的项目',
  count: (count) => `${n(count)} 项`,
  columns: {
    name: '名称',
    origin: '原位置',
    deleted: '删除时间',
    daysLeft: '剩余天数',
    size: '大小',
  },
  restore: '恢复',
  restoreTo: '恢复到…',
  deletePermanently: '永久删除',
  emptyTrash: '清空回收站',
  showInFolder: '在文件夹中显示',
  leavingSoon: '即将清除',
  deletedTogether: '一起删除',
  deletedTogetherWhen: (when) => `一起删除 · ${when}`,
  kept: (days) => `项目在此保留 ${n(days)} 天，之后将被清除。`,
  originUnknown: '原位置未知',
  failed: '回收站未能加载',
  daysLeft: (days) => (days > 0 ? `剩 ${n(days)} 天` : '即将清除'),
  collected: '彻底清除',
  gone: '此项目已不在回收站中。',
  empty: '没有已删除的内容。',
  emptySearch: '没有匹配的已删除项目。',
} satisfies Messages['trash']
