import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const account = {
  language: '语言',
  theme: '主题',
  themeSystem: '跟随系统',
  themeLight: '浅色',
  themeDark: '深色',
  density: '密度',
  densityComfortable: '宽松',
  densityCompact: '紧凑',
  letterKeys: '单字母快捷键',
  letterKeysHint: '如与辅助技术冲突，可将其关闭。',
  openIn: (host) => `在 ${displayName(host)} 中打开`,
  signOut: '退出登录',
  settings: '账号',
  keyboardHelp: '键盘快捷键…',
  signOutTitle: '不保存就退出登录？',
  signOutText: (count) => `有 ${formatNumber(count, 'zh-CN')} 处未保存的更改将会丢失。`,
} satisfies Messages['account']
