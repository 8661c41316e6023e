import type { LinkPageMessages } from '#src/i18n/en/links/link-page.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const linkPage: LinkPageMessages = {
  showReadme: '显示 README',
  showReadmeLimited: (left, total) =>
    `显示 README（计为一次下载：剩余 ${formatNumber(left, 'zh-CN')} / ${formatNumber(total, 'zh-CN')} 次）`,
  notShown: {
    image: '无法在此显示此图片，请下载后打开。',
    video: '无法在此播放此视频，请下载后打开。',
    audio: '无法在此播放此录音，请下载后打开。',
  },
  failed: '无法打开此链接',
  notForSaleHere: '此链接需要付费，但此页面不支持付款。',
  noPreview: (kind) => `${kind}：无法预览，请下载后打开。`,
  refused: '你没有访问权限。',
  refusedTitle: '你无法打开此链接',
  askForAccess: '请向发送者申请访问权限。',
  notPublic: '此链接未公开',
  canEdit: '你可以编辑。',
  download: '下载',
  signIn: '登录',
  goToShares: '前往我的分享',
  locked: '此链接受密码保护',
  lockedText: '请输入随链接一同收到的密码。',
  unlock: '继续',
  checkAgain: '重新检查',
  stillDead: '刚刚检查过，链接仍不可用。',
  goneMaybeOwn: '请向发送者索取新链接。如果是你自己的链接，请在你的分享中查找。',
  goneItem: (owner) =>
    `请${owner === undefined ? '发送者' : ` ${owner} `}还原其内容，或提供新链接。`,
  mistypedTitle: '没有这个链接',
  mistypedText: '地址不完整或有误。请从收到链接的地方重新打开，或完整复制。',
}
