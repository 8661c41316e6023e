import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const number = (value: number) => formatNumber(value, 'zh-CN')

export const transfers = {
  title: (count, folder) => `“${displayName(folder)}”中已有 ${number(count)} 个同名项目`,
  text: (count, total, kind) => {
    const verb = kind === 'move' ? '移动' : '复制'
    return count === total
      ? `要${verb}的项目应如何处理？`
      : `其余 ${number(total - count)} 个项目都会${verb}。`
  },
  move: '要移动的',
  copy: '要复制的',
  replaceHint: (count, kept) => {
    const replaced = `文件夹中的${count === 1 ? '' : ` ${number(count)} 个`}文件会移到回收站。`
    if (kept.length === 0) return replaced
    return kept.length === 1
      ? `${replaced}“${displayName(kept[0] ?? '')}”会与文件夹中的同名项目一起保留。`
      : `${replaced}另外 ${number(kept.length)} 个项目会与同名项目一起保留。`
  },
  newerHint: (count) =>
    count === 1
      ? '文件夹中的文件较旧时会移到回收站，较新时保持不变。'
      : '文件夹中较旧的文件会移到回收站；其中较新的保持不变。',
  confirm: (kind, count) => `${kind === 'move' ? '移动' : '复制'} ${number(count)} 个项目`,
  skipHint: (count) => `${count === 1 ? '此' : `${number(count)} 个`}项目留在原处。`,
} satisfies Messages['operations']['transfers']
