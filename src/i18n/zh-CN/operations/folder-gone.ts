import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'

export const folderGone = {
  title: (name) => `“${displayName(name)}”已不在这里`,
  nowAt: (folder) => `此文件夹现在位于“${displayName(folder)}”。`,
  deleted: '此文件夹已不存在：可能已被删除，或移到了你看不到的位置。',
  whereInstead: (where) => `${where}要改放到哪里？`,
  continueThere: '前往该处继续',
  goUp: '返回上一级',
  choose: '选择文件夹…',
  chooseTitle: '选择其他文件夹',
  chooseVerb: (folder) => `在“${folder}”中继续`,
} satisfies Messages['folderGone']
