import type { Messages } from '#src/i18n/messages.ts'

export const sharedWithMe = {
  save: '保存到“分享给我的”',
  saved: '已在“分享给我的”中',
  remove: '从“分享给我的”中移除',
  people: '分享者',
  onlySaved: '这里只列出你保存过的内容。他人专门分享给你的内容，请用对方发来的链接打开。',
  sharedBy: '分享者',
  link: '链接',
  works: '有效',
  needsPassword: '有效，需输入密码',
  dead: '此链接已失效。',
} satisfies Messages['sharedWithMe']
