import type { RemainingMessages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const trashRest = {
  restore: '还原',
  deletePermanently: '永久删除…',
  together: '一起删除',
  restoreTo: '还原到…',
  confirmDelete: '永久删除',
  confirmEmpty: '清空回收站',
  showInFolder: '在文件夹中显示',
  fromHere: '仅显示来自此文件夹的项目',
  restoreToTitle: ({ name, count }) =>
    count === 1 ? `将“${name}”还原到…` : `将 ${n(count)} 个项目还原到…`,
  restoreInto: (folder) => `还原到“${folder}”`,
  actionsFor: (name) => `${name} 的操作`,
  deleteTitle: ({ name, count }) =>
    count === 1 ? `永久删除“${name}”？` : `永久删除 ${n(count)} 个项目？`,
  deleteText: (size, hasFolders) =>
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
    `${isSoFar ? '至少 ' : ''}${n(count)} 个项目${size && `（${size}）`}将被永久删除，指向它们的分享链接也会被删除。此操作无法撤销。`,
  collected: '永久删除时间',
  gone: '此项目已不在回收站中。',
} satisfies RemainingMessages['trash']
