import type { LinkEditMessages } from '#src/i18n/en/links/link-edit.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const linkEdit = {
  title: (name) => `编辑 ${name} 的链接`,
  extendTitle: (name) => `为 ${name} 的链接延期`,
  save: '保存',
  extend: '延期',
  reading: '正在读取链接…',
  limitHint: (downloaded) => `已下载 ${formatNumber(downloaded, 'zh-CN')} 次，计入上限。`,
  limitNumber: (downloaded) =>
    downloaded === 0
      ? '请输入不小于 1 的整数，或留空。'
      : `请输入大于 ${formatNumber(downloaded, 'zh-CN')} 的整数，或留空。`,
  revives: {
    expired: '链接已到期，保存后将恢复使用。',
    usedUp: '下载次数已用尽，保存后链接将恢复使用。',
  },
  needsExpiry: '已到期，需要新的到期时间。',
  layoutShown: (isShown) => (isShown ? '访客看到你的布局' : '访客看到默认布局'),
  readmeShown: (isShown) => (isShown ? '显示 README' : '不显示 README'),
  passwordStays: '链接的密码无法更改。',
  noPasswordStays: '无法为已有链接添加密码。',
  replaceAsk: '替换链接…',
  changedElsewhere: '此链接已在别处更改。现在：',
  part: (name, value) => `${name}：${value}`,
  readmeHidden: '不在链接页面上显示',
  takeOver: '使用新值',
  saveMine: '保存我的更改',
  replaceTitle: (name) => `替换 ${name} 的链接`,
  keepTitle: (name) => `新建 ${name} 的链接`,
  replaceText: (visits, isDead) => {
    const lost = [
      isDead ? '' : '旧地址将失效',
      visits === 0 ? '' : `其 ${formatNumber(visits, 'zh-CN')} 次访问记录将消失`,
    ].filter(Boolean)
    return `按这些设置和新密码新建链接，然后删除旧链接${lost.length === 0 ? '' : `：${lost.join('，')}`}。`
  },
  keepText: (isDead) =>
    `按这些设置和新密码新建链接，旧链接${isDead ? '仍处于失效状态' : '继续有效'}。`,
  keepOld: '同时保留旧链接',
  oldKept: (isDead) => (isDead ? '旧链接仍处于失效状态。' : '旧链接仍然有效。'),
  replace: '替换链接',
  oldDeleted: '旧链接已删除。',
  oldStays: (why, isDead) => `旧链接未能删除${isDead ? '' : '，仍然有效'}。${why}`,
} satisfies LinkEditMessages
