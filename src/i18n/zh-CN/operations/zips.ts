import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const number = (value: number) => formatNumber(value, 'zh-CN')

export const zips = {
  counting: (count) => `正在统计：已找到 ${number(count)} 个文件`,
  making: (name) => `正在下载“${displayName(name)}”`,
  progress: (done, total, doneBytes, totalBytes) =>
    `${number(done)} / ${number(total)} 个文件，${doneBytes} / ${totalBytes}`,
  saved: ({ name, count }) => `已保存“${displayName(name)}”，含 ${number(count)} 个文件`,
  incomplete: (name, missing) => `“${displayName(name)}”不完整：缺少 ${number(missing)} 项。`,
  whatIsMissing: '缺少的内容',
  noteName: '缺少的文件.txt',
  noteText: '此压缩包不完整，缺少：',
} satisfies Messages['operations']['zips']
