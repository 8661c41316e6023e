import type { FirstPageMessages } from '../messages.ts'

export const frame = {
  files: '文件',
  shares: '分享',
  trash: '回收站',
  navigation: '主导航',
  skipToContent: '跳到主要内容',
  storage: '存储空间',
  storageUsed: (used, total) => `${used} / ${total}`,
  storageUnlimited: (used) => `已用 ${used}`,
  account: '账号',
  accountOf: (name) => `${name} 的账号`,
  offline: '你已离线，所见内容可能不是最新的。',
  newVersion: '新版本已就绪。',
  reload: '重新加载',
  brokenTitle: '出了点问题',
  notInFrames: '此网站不能在其他页面中打开，请在单独的标签页中打开。',
  broken: '此页面出现问题，服务上的内容未受影响。',
  chunkGone: '已安装新版本，请重新加载页面后继续。',
} satisfies FirstPageMessages['frame']
