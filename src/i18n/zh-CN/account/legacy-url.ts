import type { LegacyUrlMessages } from '#src/i18n/en/account/legacy-url.ts'

export const legacyUrl = {
  notFoundTitle: '找不到页面',
  notFoundText: '地址可能有误，或页面已移动。',
  title: 'Latchkey 没有此功能',
  tasks: '这里没有任务列表。Latchkey 会显示你所启动操作的进度。',
  remoteDownloads: '这里不能管理从其他网站下载到文件中的任务。',
  profiles: '这里没有个人主页。你自己的链接在“分享”中。',
  administration: '这里不能管理此服务。',
} satisfies LegacyUrlMessages
