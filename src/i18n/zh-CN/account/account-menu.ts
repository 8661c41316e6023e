import type { AccountMenuMessages } from '#src/i18n/en/account/account-menu.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const accountMenu = {
  density: '密度',
  densityComfortable: '宽松',
  densityCompact: '紧凑',
  letterKeys: '单字母快捷键',
  letterKeysHint: '如与辅助技术冲突，可将其关闭。',
  settings: '账号',
  keyboardHelp: '键盘快捷键…',
  signOutTitle: '不保存就退出登录？',
  signOutText: ({ here, otherTabs }) => {
    const own = `有 ${formatNumber(here, 'zh-CN')} 处未保存的更改将会丢失。`
    if (otherTabs === 0) return own
    const elsewhere = `另外 ${formatNumber(otherTabs, 'zh-CN')} 个标签页中未保存的内容`
    return here === 0 ? `${elsewhere}将会丢失。` : `${own}${elsewhere}也会丢失。`
  },
  signOutUploadsTitle: '退出登录并取消上传？',
  signOutUploadsText: '尚未上传完成的文件将不会上传。',
} satisfies AccountMenuMessages
