import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const folderPicker = {
  moveTitle: ({ name, count }) => (count === 1 ? `移动“${name}”` : `移动 ${n(count)} 个项目`),
  copyTitle: ({ name, count }) => (count === 1 ? `复制“${name}”` : `复制 ${n(count)} 个项目`),
  moveTo: (folder) => `移动到“${folder}”`,
  copyTo: (folder) => `复制到“${folder}”`,
} satisfies Messages['folderPicker']
