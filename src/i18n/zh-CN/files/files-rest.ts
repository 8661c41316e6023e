import type { RemainingMessages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const filesRest = {
  unfinishedHint: '在此处再次上传同一文件即可继续。',
  uploadFiles: '上传文件…',
  uploadFolder: '上传文件夹…',
  move: '移动…',
  copy: '复制…',
  duplicate: '创建副本',
  location: '位置',
  showInFolder: '在文件夹中显示',
  gone: '此项目已不在该文件夹中。',
  deleteOfOthers: ({ name, count }) =>
    count === 1 ? `删除“${name}”？` : `删除 ${formatNumber(count, 'zh-CN')} 个项目？`,
  deleteOfOthersText: () => '将移到所有者的回收站，只有所有者可以还原。',
  newFolderName: '新文件夹的名称',
  renameLabel: (name) => `${name} 的新名称`,
} satisfies RemainingMessages['files']
