import type { PermissionFormMessages } from '#src/i18n/en/links/permission-form.ts'

export const permissionForm = {
  who: '谁',
  removing: '移除',
  may: (who, what) => `${who}：${what}`,
  effect: (who, what) => `${who}：${new Intl.ListFormat('zh-CN').format(what)}。`,
  nobody: '这样无人能打开此链接。请至少允许一方读取，或删除链接。',
  findPeople: '添加人员',
  findHint: '请输入姓名中的至少两个字符。',
  notAdded: '请添加此人，或清空此字段。',
  add: (name) => `添加 ${name}`,
  remove: (name) => `移除 ${name}`,
} satisfies PermissionFormMessages
