import type { Messages } from '#src/i18n/messages.ts'

export const itemDetails = {
  versions: '版本',
  versionCurrent: '当前',
  versionBy: (person) => `由 ${person} 上传`,
  versionOpen: (when) => `打开 ${when} 的版本`,
  versionDownload: (when) => `下载 ${when} 的版本`,
  versionRestore: (when) => `还原 ${when} 的版本`,
  versionDelete: (when) => `删除 ${when} 的版本…`,
  versionRestored: (when) => `${when} 的版本已还原为当前版本。`,
  versionDeleted: (when) => `${when} 的版本已删除。`,
  deleteVersionTitle: '删除此版本？',
  deleteVersionText: (when) => `${when} 的内容将被永久删除，当前内容保留。`,
  deleteVersion: '删除版本',
  viewOf: '视图',
  viewInherited: (folder) => `来自“${folder}”`,
  viewFrom: { own: '单独的视图', root: '默认，或“文件”的设置' },
  linksOnIt: '链接',
  linkMade: '创建于',
  metadata: '元数据',
} satisfies Messages['itemDetails']
