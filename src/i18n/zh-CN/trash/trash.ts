import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const trash = {
  title: '回收站',
  list: '已删除的项目',
  count: (count) => `${n(count)} 项`,
  countOf: (shown, all) => `${n(all)} 项中的 ${n(shown)} 项`,
  columns: {
    name: '名称',
    origin: '原位置',
    deleted: '删除时间',
    items: '项目数',
    daysLeft: '剩余天数',
    size: '大小',
  },
  emptyTrash: '清空回收站…',
  filters: '筛选',
  expiringSoon: '即将永久删除',
  deletedTogetherWhen: (when) => `一起删除 · ${when}`,
  togetherMore: '其他批次的删除',
  togetherHint: '这些项目是同时删除的。',
  untickOthers: '请取消勾选无关项目。',
  view: '显示方式',
  views: { items: '逐项', deletions: '按删除操作' },
  deletions: '删除操作',
  andMore: (count) => `另有 ${n(count)} 项`,
  severalFolders: '多个文件夹',
  kind: '类型',
  anyKind: '所有类型',
  from: '来自',
  fromFolder: (folder) => `来自“${folder}”`,
  anywhere: '所有位置',
  noFolder: (files) => `${files}（不在任何文件夹中）`,
  emptying: '正在清空回收站',
  emptied: '回收站已清空。',
  originUnknown: '原位置未知',
  failed: '无法加载回收站',
  kept: (days) => `保留 ${n(days)} 天`,
  daysLeft: (days) => (days > 0 ? `剩 ${n(days)} 天` : '随时可能删除'),
  empty: '回收站是空的',
  emptyKept: (days) => `删除的项目会在这里保留 ${n(days)} 天。`,
  emptySearch: '回收站中没有匹配项',
  restore: '还原',
  deletePermanently: '永久删除…',
  together: '一起删除',
  restoreTo: '还原到…',
  confirmDelete: '永久删除',
  confirmEmpty: '清空回收站',
  onlyFrom: '仅显示来自此文件夹的项目',
  restoreToTitle: ({ name, count }) =>
    count === 1 ? `将“${name}”还原到…` : `将 ${n(count)} 个项目还原到…`,
  restoreInto: (folder) => `还原到“${folder}”`,
  actionsFor: (name) => `${name} 的操作`,
  deleteTitle: ({ name, count }) =>
    count === 1 ? `永久删除“${name}”？` : `永久删除 ${n(count)} 个项目？`,
  deleteText: (_count, size, hasFolders) =>
    [
      size && `将释放 ${size}。`,
      hasFolders && '文件夹中的全部内容也会被删除。',
      '相关的分享链接也会被删除。',
      '此操作无法撤销。',
    ]
      .filter(Boolean)
      .join(''),
  emptyTitle: '清空回收站？',
  emptyText: (count, size, isSoFar) =>
    `${isSoFar ? '至少 ' : ''}${n(count)} 个项目${size && `（${size}）`}将被永久删除，相关的分享链接也会被删除。此操作无法撤销。`,
  collected: '永久删除时间',
  gone: '此项目已不在回收站中。',
} satisfies Messages['trash']
