import type { Messages } from '../messages.ts'
import { displayName } from '../names.ts'
import { formatNumber } from '../plural.ts'

export const toasts = {
  copied: ({ count }) =>
    count === 1 ? '链接已复制' : `已复制 ${formatNumber(count, 'zh-CN')} 个链接`,
  clipped: ({ count, kind }) =>
    kind === 'cut'
      ? `已剪切 ${formatNumber(count, 'zh-CN')} 个项目，请在目标文件夹中粘贴。`
      : `已复制 ${formatNumber(count, 'zh-CN')} 个项目，请在目标文件夹中粘贴。`,
  presetDeleted: ({ name }) => `已删除预设“${displayName(name)}”`,
  pasteRefused: ({ refusal }) =>
    refusal === 'inside' ? '文件夹不能放进它自己里面。' : '项目已在这里，请粘贴到其他文件夹。',
  viewSaved: ({ lookedUp }) =>
    lookedUp ? '应答在途中丢失，但核对后确认视图已保存。' : '视图已保存',
} satisfies Messages['toasts']
