import type { Messages } from '#src/i18n/messages.ts'

export const permissions = {
  columns: { read: '读取', change: '更改', add: '添加', delete: '删除' },
} satisfies Messages['permissions']
