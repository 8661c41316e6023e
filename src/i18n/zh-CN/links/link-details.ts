import type { Messages } from '#src/i18n/messages.ts'

export const linkDetails = {
  copyWithPassword: '复制链接和密码',
  edit: '编辑…',
  showSource: '显示',
  password: '密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  copyPassword: '复制密码',
  passwordCopied: '密码已复制',
  viewShared: '访客看到我的布局',
  viewOwn: '访客看到默认布局',
  readme: 'README',
  readmeShown: '在链接页面上显示',
  neverExpires: '永不到期',
  noLimit: '不限',
  expiry: '到期',
  downloadLimit: '下载上限',
  permissions: {
    nothing: '无',
    sentence: (what) => what.join('、'),
  },
  linkWithPassword: ({ link, password, expires }) =>
    [link, password && `密码：${password}`, expires && `到期：${expires}`]
      .filter(Boolean)
      .join('\n'),
  restore: (isFolder) => (isFolder ? '还原文件夹' : '还原文件'),
  restoreFolder: (folder) => `还原文件夹 ${folder}`,
  showInTrash: '在回收站中显示',
  qrDownload: '下载 SVG',
  qrOf: (name) => `${name} 的链接二维码`,
} satisfies Messages['linkDetails']
