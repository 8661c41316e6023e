import type { ZipQuestionMessages } from '#src/i18n/en/operations/zip-question.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const number = (value: number) => formatNumber(value, 'zh-CN')

export const zipQuestion = {
  title: (name) => `下载“${displayName(name)}”？`,
  size: (count, size) => `${number(count)} 个文件，${size}。`,
  cost: (cost, left) =>
    `每个文件计为一次下载：将用去剩余 ${number(left)} 次下载中的 ${number(cost)} 次。`,
  tooDear: (cost, left) =>
    left === 0
      ? '此链接已没有剩余下载次数。'
      : `每个文件计为一次下载，共需 ${number(cost)} 次，但只剩 ${number(left)} 次。`,
  chooseFewer: '你也可以取消，自行选择文件。',
  tooLarge: (most) =>
    `此浏览器最多可生成 ${most} 的压缩包。请选择较少的文件，或不含文件夹逐个下载。`,
  ready: '压缩包已可保存。',
  all: '下载',
  some: (count, total) => `下载 ${number(total)} 个文件中的 ${number(count)} 个`,
  oneByOne: '逐个下载',
} satisfies ZipQuestionMessages
