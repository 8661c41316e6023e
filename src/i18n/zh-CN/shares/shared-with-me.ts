import type { Messages } from '#src/i18n/messages.ts'

export const sharedWithMe = {
  save: '保存到与我共享',
  saved: '已在“与我共享”中',
  remove: '从“与我共享”中移除',
  sharedBy: '分享者',
  link: '链接',
  works: '有效',
  needsPassword: '有效，需要密码',
  dead: '此链接已失效：已到期、次数用尽或被收回。',
} satisfies Messages['sharedWithMe']
