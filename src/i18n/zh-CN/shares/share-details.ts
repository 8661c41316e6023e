import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const shareDetails = {
  gained: (count, since) => `自${since}以来 +${n(count)}`,
  gainedNow: (count) => `+${n(count)}`,
  copyWithPassword: '复制链接和密码',
  edit: '编辑',
  editTitle: '编辑链接',
  cleanUp: '清理',
  cleanUpCount: (count) => `清理 ${n(count)} 个`,
  newLink: '新建链接',
  showSource: '显示',
  qr: '二维码',
  password: '密码',
  noPassword: '无密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  copyPassword: '复制密码',
  passwordCopied: '密码已复制',
  owner: '所有者',
  source: '来源',
  size: '大小',
  view: '视图',
  viewShared: '访客看到我的视图设置',
  viewOwn: '访客看到默认视图',
  readme: '自述文件',
  readmeShown: '在链接页面上显示',
  readmeHidden: '不显示',
  neverExpires: '永不到期',
  noLimit: '不限',
  expiry: '到期',
  downloadLimit: '下载上限',
  permissions: {
    read: '读取',
    change: '更改',
    add: '添加',
    delete: '删除',
    nothing: '无',
    sentence: (what) => what.join('、'),
  },
  linkWithPassword: ({ link, password, expires }) =>
    [link, password && `密码：${password}`, expires && `到期：${expires}`]
      .filter(Boolean)
      .join('\n'),
  noState: '列表中已没有此链接。',
  sourceInTrash: '链接所指的项目在回收站中。',
  sourceInTrashed: (folder) => `其项目位于回收站中的文件夹 ${folder} 内。`,
  sourceUnknown: '在文件和回收站中都找不到链接所指的项目。',
  linkDeleted: '这个链接已被删除。',
  showInTrash: '在回收站中显示',
  qrDownload: '下载 SVG',
  qrOf: (name) => `${name} 的链接二维码`,
} satisfies Messages['shareDetails']
