import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const toasts = {
  copied: ({ count }) =>
    count === 1 ? '链接已复制' : `已复制 ${formatNumber(count, 'zh-CN')} 个链接`,
  exported: ({ count }) => `已导出 ${formatNumber(count, 'zh-CN')} 个链接`,
  copiedDead: ({ count, dead }) =>
    count === 1
      ? '已复制失效链接，无人能打开。'
      : dead < count
        ? `已复制 ${formatNumber(count, 'zh-CN')} 个链接，其中有失效链接。`
        : `已复制 ${formatNumber(count, 'zh-CN')} 个失效链接，无人能打开。`,
  addedToClipboard: ({ count, kind }) =>
    kind === 'cut'
      ? `已剪切 ${formatNumber(count, 'zh-CN')} 个项目，请在目标文件夹中粘贴。`
      : `已复制 ${formatNumber(count, 'zh-CN')} 个项目，请在目标文件夹中粘贴。`,
  sendNow: '立即删除',
  notSignedOut: '未能在服务端退出登录。',
  notLoaded: {
    account: '未能刷新你的账号。',
    details: '未能刷新详情。',
    folder: '未能刷新此文件夹。',
    list: '未能加载列表的其余部分。',
    localFiles: '未能读取所选文件。',
    search: '未能刷新搜索结果。',
    settings: '未能刷新服务设置。',
    links: '未能刷新你的链接。',
    trash: '未能刷新回收站。',
  },
  linkEdited: ({ name, count = 1, until }) =>
    `${count === 1 ? `“${displayName(name)}”的` : `${formatNumber(count, 'zh-CN')} 个`}链接${until === null ? '有效，永不到期' : `有效期至 ${until}`}`,
  linksNow: (name, count) =>
    count === 1 ? `“${displayName(name)}”的链接` : `${formatNumber(count, 'zh-CN')} 个链接`,
  downloadLimit: (limit) =>
    limit === null ? '下载次数不限' : `最多下载 ${formatNumber(limit, 'zh-CN')} 次`,
  presetDeleted: ({ name }) => `已删除预设“${displayName(name)}”`,
  renameTo: (name) => `重命名为“${displayName(name)}”`,
  renamed: ({ from, to }) => `已将“${displayName(from)}”重命名为“${displayName(to)}”`,
  pasteRefused: ({ refusal }) =>
    ({
      inside: '不能将文件夹放入其自身。',
      present: '项目已在这里，请粘贴到其他文件夹。',
      notOwn: '只能复制或移动到你自己的文件中。',
    })[refusal],
  alreadyUndone: ({ name, back, gone, inFolders = 0, trashed = 0 }) => {
    if (back + gone + inFolders + trashed === 1) {
      const where = trashed > 0 ? '此前已在回收站中' : '随其文件夹在回收站中'
      return `“${displayName(name)}”${back > 0 ? '此前已还原' : where}。`
    }
    const parts = [
      trashed > 0 && `${formatNumber(trashed, 'zh-CN')} 个项目此前已在回收站中`,
      back > 0 && `${formatNumber(back, 'zh-CN')} 个项目此前已还原`,
      inFolders > 0 && `${formatNumber(inFolders, 'zh-CN')} 个随其文件夹在回收站中`,
      gone > 0 && `${formatNumber(gone, 'zh-CN')} 个已不存在`,
    ]
    return `${parts.filter((part) => part !== false).join('、')}。`
  },
  isInUse: '另一项操作尚未结束。',
  notUploaded: ({ name, count }) =>
    count === 1
      ? `“${displayName(name)}”尚未上传完成。`
      : `${formatNumber(count, 'zh-CN')} 个文件尚未上传完成。`,
  copySaved: ({ name }) => `已另存为“${displayName(name)}”，之后输入的内容不在其中。`,
  uploadedElsewhere: ({ count }) =>
    `另一个标签页正在继续上传这 ${formatNumber(count, 'zh-CN')} 个文件。`,
  viewChanged: { layout: '布局已暂时更改', columns: '列已暂时更改' },
  viewNotTakenBack: ({ name }) => `“${displayName(name)}”的视图没有撤销：它之后又被更改过。`,
  viewSaved: ({ lookedUp, isUndo }) => {
    if (isUndo) return '已撤销视图更改'
    return lookedUp ? '未收到应答，但视图已保存。' : '视图已保存'
  },
} satisfies Messages['toasts']
