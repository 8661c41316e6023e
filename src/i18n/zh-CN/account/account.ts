import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'

export const account = {
  language: '语言',
  theme: '主题',
  themeSystem: '跟随系统',
  themeLight: '浅色',
  themeDark: '深色',
  openIn: (host) => `在 ${displayName(host)} 中打开`,
  signOut: '退出登录',
} satisfies Messages['account']
