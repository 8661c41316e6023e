import type { LostSourceMessages } from '#src/i18n/en/links/lost-source.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const lostSource = {
  otherItem: '为其他项目新建链接…',
  brokenTitle: (name) => `${name} 的链接已失效`,
  goneTitle: (name) => `无法编辑 ${name} 的链接`,
  inTrash: (isFolder, folder) =>
    folder === null
      ? `该${isFolder ? '文件夹' : '文件'}在回收站中。`
      : `该${isFolder ? '文件夹' : '文件'}位于回收站中的文件夹 ${folder} 内。`,
  restoreToFix: '还原后，链接可重新使用，地址不变。',
  restoreToEdit: '还原后即可编辑链接。',
  mayBeIn: (count) =>
    count === 1 ? '它可能位于这个已删除的文件夹中：' : '它可能位于以下某个已删除的文件夹中：',
  moreFolders: (count) => `以及另外 ${formatNumber(count, 'zh-CN')} 个文件夹`,
  folderDeleted: '删除于',
  lookInside: '查看其中',
  lookInsideNext: (count) => `再查看 ${formatNumber(count, 'zh-CN')} 个文件夹`,
  notInsideNewest: (count) => `它不直接位于最近删除的 ${formatNumber(count, 'zh-CN')} 个文件夹内。`,
  notInside: '它不直接位于其中任何一个文件夹内，可能在更深处：还原文件夹后即可看到全部内容。',
  gone: {
    deleted: () => '此链接已删除。',
    unknown: (isFolder, onlyNewest) => {
      const item = isFolder ? '文件夹' : '文件'
      return onlyNewest === null
        ? `在“文件”和回收站中都找不到该${item}。它可能已被永久删除，或位于已删除的文件夹中。`
        : `在“文件”和最近删除的 ${formatNumber(onlyNewest, 'zh-CN')} 个匹配项目中都找不到该${item}。它可能更早被删除、已被永久删除，或位于已删除的文件夹中。`
    },
  },
} satisfies LostSourceMessages
