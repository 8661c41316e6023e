import type { Messages } from '#src/i18n/messages.ts'

export const otherAddress = {
  notFoundTitle: '没有这个页面',
  notFoundText: '地址可能有误，或者页面已经移走。',
  title: 'Latchkey 没有此功能',
  signUp: '这里不能注册账号，请联系此服务的管理者。',
  passwordReset: '这里不能重置密码，请联系此服务的管理者。',
  settings: '语言、主题和密度在右上角的账号菜单中。名称、密码和两步验证不能在这里更改。',
  tasks: '这里没有后台任务列表。在 Latchkey 中开始的操作会一直显示进度，直到结束。',
  remoteDownloads: '这里不能管理从其他网站下载到文件中的任务。',
  webdav: '这里不能管理 WebDAV 账号，已有的账号继续有效。',
  profiles: '这里没有个人主页。你自己的链接在“分享”中。',
  administration: '这里不能管理此服务。',
} satisfies Messages['otherAddress']
