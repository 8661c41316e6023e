import type { ViewCopyMessages } from '#src/i18n/en/views/view-copy.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const viewCopy: ViewCopyMessages = {
  toTitle: '复制到子文件夹',
  tree: '子文件夹',
  choice: '应用',
  thisView: '此视图',
  noView: '继承上级文件夹',
  thisViewHint: '即页面上当前的视图，无论是否已保存。',
  noViewHint: '使用上层最近的已保存视图。',
  allSubfolders: '所有子文件夹',
  alsoBelow: '包括更下层的文件夹',
  inheritedView: '继承',
  defaultView: '默认',
  ownView: '有单独的视图',
  unread: '无法读取',
  noneBelow: '其中没有文件夹',
  noFolders: '此文件夹中没有文件夹。',
  rootUnread: '无法加载文件夹。',
  chosen: (count) => (count === 0 ? '未选择文件夹。' : `已选择 ${n(count)} 个。`),
  chosenSoFar: (count) => `目前找到 ${n(count)} 个，仍在查找更下层的文件夹。`,
  replaces: (count, isSure) => `其中${isSure ? '' : '至少'} ${n(count)} 个的单独视图将被替换。`,
  loses: (count, isSure) => `其中${isSure ? '' : '至少'} ${n(count)} 个的单独视图将被移除。`,
  someUnread: (count) => `${n(count)} 个文件夹无法读取，其子文件夹不包括在内。`,
  copyTo: (count) => (count === 0 ? '复制到文件夹' : `复制到 ${n(count)} 个文件夹`),
  reset: (count) => (count === 0 ? '重置文件夹' : `重置 ${n(count)} 个文件夹`),
  fromTitle: '复制其他文件夹的视图',
  from: (folder) => `从“${displayName(folder)}”复制`,
  fromNone: '服务没有为此文件夹保存视图。',
}
