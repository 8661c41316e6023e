import type { CleanUpMessages } from '#src/i18n/en/links/clean-up.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (count: number) => formatNumber(count, 'zh-CN')

export const cleanUp = {
  title: (count, isAtLeast) =>
    count === 0 ? '清理' : `清理${isAtLeast ? '至少' : ''} ${n(count)} 个失效链接`,
  text: '勾选的链接将被删除。文件不受影响。',
  search: '搜索这些链接',
  folderUnknown: '来源文件夹未知',
  findFolders: (count) => `查找 ${n(count)} 个链接的来源文件夹`,
  matches: (count, isAtLeast) => `${isAtLeast ? '至少 ' : ''}${n(count)} 个链接`,
  noMatches: '失效或从未打开的链接中没有匹配项。',
  neverOpened: '从未打开',
  cause: (state, count, isAtLeast) => `${state} · ${isAtLeast ? '至少 ' : ''}${n(count)}`,
  about: {
    sourceGone:
      '这些链接的来源在回收站或已删除的文件夹中，或已被永久删除。还原后，原链接即可恢复使用。',
    expired:
      '来源仍在的链接可恢复使用：设定新的到期时间（次数用尽的还需提高上限）后，原链接即可再次使用。',
    usedUp: '来源仍在的链接可恢复使用：设定新的上限后，原链接即可再次使用。',
    neverOpened: '这些链接至今无人打开。请勾选不再需要的链接。',
  },
  more: (count) => `另有 ${n(count)} 个链接`,
} satisfies CleanUpMessages
