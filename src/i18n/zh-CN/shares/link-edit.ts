import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

export const linkEdit = {
  title: (name) => `编辑 ${name} 的链接`,
  extendTitle: (name) => `延长 ${name} 的链接`,
  save: '保存',
  extend: '延长',
  reading: '正在读取链接…',
  limitHint: (downloaded) => `已下载 ${formatNumber(downloaded, 'zh-CN')} 次。上限从现在起计算。`,
  passwordStays: '链接的密码无法更改。',
  noPasswordStays: '无法为已有链接添加密码。',
  replaceOther: '用其他密码新建链接…',
  replaceWith: '新建带密码的链接…',
  replaceTitle: (name) => `替换 ${name} 的链接`,
  replaceText: '将按这些设置新建链接，然后删除旧链接。持有旧链接的人将无法再打开。',
  replace: '新建并删除旧链接',
  oldDeleted: '旧链接已删除。',
  oldStays: (why) => `旧链接未能删除，仍然有效。${why}`,
  changedElsewhere: ({ expires, remaining }) =>
    `打开此表单后，该链接已在别处更改：现在${expires === null ? '永不到期' : `于 ${expires} 到期`}，${
      remaining === null ? '下载次数不限' : `还可下载 ${formatNumber(remaining, 'zh-CN')} 次`
    }。`,
  takeOver: '使用新值',
  saveMine: '保存我的修改',
  goneTitle: (name) => `无法编辑 ${name} 的链接`,
  otherItem: '为其他项目新建链接…',
  brokenTitle: (name) => `${name} 的链接无法使用`,
  restoreToFix: '恢复后，链接地址不变即可重新使用。',
  restoreToEdit: '恢复后即可编辑链接。',
  gone: {
    deleted: () => '该链接已在别处被删除，未作任何更改。',
    unknown: (isFolder) =>
      `在文件和回收站中都找不到该${isFolder ? '文件夹' : '文件'}。它可能已被永久删除，或位于已删除的文件夹中。`,
  },
} satisfies Messages['linkEdit']
