import type { RemainingMessages } from '#src/i18n/messages.ts'

export const sharesRest = {
  copyManually: '请从这里复制',
  neverExpires: '永不到期',
  createdWhen: (when) => `创建于 ${when}`,
  access: {
    title: '谁可以做什么',
    everyone: '所有人',
    anonymous: '未登录的人',
    group: (name) => `${name} 组`,
    unknown: '未知',
    raw: '原始值',
  },
} satisfies RemainingMessages['shares']
