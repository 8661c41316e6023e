import type { Messages } from '#src/i18n/messages.ts'

export const legacyUrl = {
  notFoundTitle: '找不到页面',
  notFoundText: '地址可能有误，或页面已移动。',
  title: 'Latchkey 没有此功能',
  signUp: '这里不能注册账号，请向管理员申请。',
  passwordReset: '这里不能重置密码，请联系管理员。',
  settings: '语言、主题和密度在账号菜单中。名称、密码和两步验证不能在这里更改。',
  tasks: '这里没有任务列表。Latchkey 会显示你所启动操作的进度。',
  remoteDownloads: '这里不能管理从其他网站下载到文件中的任务。',
  webdav: '这里不能管理 WebDAV 账号，已有的账号继续有效。',
  profiles: '这里没有个人主页。你自己的链接在“分享”中。',
  administration: '这里不能管理此服务。',
} satisfies Messages['legacyUrl']
