import type { Messages } from '#src/i18n/messages.ts'

export const itemDetails = {
  versions: '版本',
  viewOf: '视图',
  viewInherited: (folder) => `来自 ${folder}`,
  viewFrom: { own: '自己的设置', root: '默认，或“我的文件”的设置' },
  linksOnIt: '链接',
  linkMade: '创建于',
  metadata: '元数据',
} satisfies Messages['itemDetails']
