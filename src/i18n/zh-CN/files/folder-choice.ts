import type { FolderChoiceMessages } from '#src/i18n/en/files/folder-choice.ts'

export const folderChoice = {
  searchFolders: '搜索所有文件夹',
  recent: '最近',
  foldersHere: '此处的文件夹',
  noFolders: '这里没有文件夹。',
  refusedInside: '不能将文件夹放入其自身。',
  refusedPresent: '项目已在这里，请选择其他文件夹。',
  choiceBlocked: '不能放入其自身',
  pickerKeys: (folder) => `按回车进入文件夹，按退格键返回上一级，按 Ctrl+回车选择“${folder}”。`,
} satisfies FolderChoiceMessages
