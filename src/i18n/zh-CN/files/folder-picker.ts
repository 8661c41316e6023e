import type { FolderPickerMessages } from '#src/i18n/en/files/folder-picker.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const folderPicker = {
  deleteOfOthers: ({ name, count }) =>
    count === 1 ? `删除“${name}”？` : `删除 ${n(count)} 个项目？`,
  deleteOfOthersText: () => '将移到所有者的回收站，只有所有者可以还原。',
  moveTitle: ({ name, count }) => (count === 1 ? `移动“${name}”` : `移动 ${n(count)} 个项目`),
  copyTitle: ({ name, count }) => (count === 1 ? `复制“${name}”` : `复制 ${n(count)} 个项目`),
  moveTo: (folder) => `移动到“${folder}”`,
  copyTo: (folder) => `复制到“${folder}”`,
} satisfies FolderPickerMessages
