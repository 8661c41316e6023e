import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const landing = {
  title: '分享链接',
  sharedBy: (name) => `由 ${name} 分享`,
  size: '大小',
  expires: '到期',
  never: '永不',
  kind: '类型',
  locked: '此链接受密码保护',
  lockedText: '请输入随链接一同收到的密码。',
  unlock: '继续',
  goneTitle: '此链接已失效',
  goneText: '链接已到期、次数用尽或已删除。请向发送者索取新链接。',
  failed: '无法打开此链接',
  downloadsLeft: '剩余下载次数',
  price: '价格',
  notForSaleHere: '此链接需要付费，但此页面不支持付款。',
  refused: '你没有访问权限。',
  canEdit: '你可以编辑。',
  browse: '打开文件夹',
  openLimited: (left, total) =>
    `打开（剩余 ${formatNumber(left, 'zh-CN')} / ${formatNumber(total, 'zh-CN')} 次下载）`,
  openContents: '打开',
  notShown: '无法在此显示，请下载后打开。',
  download: '下载',
  signIn: '登录',
  goToShares: '前往我的分享',
} satisfies Messages['landing']
