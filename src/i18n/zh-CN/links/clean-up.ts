import type { CleanUpMessages } from '#src/i18n/en/links/clean-up.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (count: number) => formatNumber(count, 'zh-CN')

export const cleanUp = {
  title: (count) => (count === 0 ? '清理' : `清理 ${n(count)} 个失效链接`),
  text: '勾选的链接将被删除。文件不受影响。',
  search: '搜索这些链接',
  folderUnknown: '来源文件夹未知',
  findFolders: (count) => `查找 ${n(count)} 个链接的来源文件夹`,
  neverOpened: '从未打开',
  cause: (state, count) => `${state} · ${n(count)}`,
  about: {
    sourceGone:
      '这些链接的来源在回收站或已删除的文件夹中，或已被永久删除。还原后，原链接即可恢复使用。',
    expired: '这些链接仍可恢复使用：设定新的到期时间后，原链接即可再次使用。',
    usedUp: '这些链接仍可恢复使用：设定新的上限后，原链接即可再次使用。',
    neverOpened: '这些链接有效，但从未有人打开。请勾选不再需要的链接。',
  },
  more: (count) => `另有 ${n(count)} 个链接`,
} satisfies CleanUpMessages
