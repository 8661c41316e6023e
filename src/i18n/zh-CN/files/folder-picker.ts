import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

/** Where a folder is chosen. */
export const folderPicker = {
  searchFolders: '搜索所有文件夹',
  recent: '最近',
  foldersHere: '此处的文件夹',
  noFolders: '这里没有文件夹。',
  refusedInside: '不能将文件夹放入其自身。',
  refusedPresent: '项目已在这里，请选择其他文件夹。',
  choiceBlocked: '不能放入其自身',
  pickerKeys: (folder) => `按回车进入文件夹，按退格键返回上一级，按 Ctrl+回车选择“${folder}”。`,
  moveTitle: ({ name, count }) => (count === 1 ? `移动“${name}”` : `移动 ${n(count)} 个项目`),
  copyTitle: ({ name, count }) => (count === 1 ? `复制“${name}”` : `复制 ${n(count)} 个项目`),
  moveTo: (folder) => `移动到“${folder}”`,
  copyTo: (folder) => `复制到“${folder}”`,
} satisfies Messages['folderPicker']
