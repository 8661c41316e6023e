import type { PresetsMessages } from '#src/i18n/en/views/presets.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')
const quoted = (name: string) => `“${displayName(name)}”`

export const presets: PresetsMessages = {
  title: '预设',
  text: '已命名的视图，保存在此浏览器中。',
  list: '预设',
  name: '名称',
  nameHint: '即页面上当前的视图。',
  nameEmpty: '请输入名称。',
  willReplace: (name) => `${quoted(name)}已存在，将被替换。`,
  taken: (name) => `${quoted(name)}已存在，请换一个名称。`,
  save: '保存此视图',
  replace: '替换',
  empty: '还没有预设。保存页面上的视图，即可用于任何文件夹。',
  apply: '使用',
  applyNamed: (name) => `使用${quoted(name)}`,
  actionsFor: (name) => `${quoted(name)}的操作`,
  rename: '重命名',
  renameLabel: (name) => `${quoted(name)}的新名称`,
  delete: '删除',
  saved: (name) => `已保存${quoted(name)}。`,
  replaced: (name) => `已替换${quoted(name)}。`,
  renamed: (name) => `已重命名为${quoted(name)}。`,
  deleted: (name) => `已删除${quoted(name)}。`,
  undone: '已撤销。',
  imported: (count) => (count === 0 ? '此文件中没有新的预设。' : `已导入 ${n(count)} 个预设。`),
  export: '导出',
  import: '导入…',
  fileName: 'latchkey-presets.json',
  unreadableFileName: 'latchkey-presets-unreadable.txt',
  fileMalformed: '此文件中没有可读取的预设。未作任何更改。',
  fileVersion: '此文件来自本页面的其他版本。未作任何更改。',
  fileLong: '此文件过大。未作任何更改。',
  fileGone: '无法读取此文件。未作任何更改。',
  notStored: '浏览器的存储空间已满或被阻止。最近的更改会在关闭此标签页后丢失，请导出预设以保留。',
  unreadable: '此浏览器中的预设已损坏，或来自本页面的其他版本。它们保持原样。',
  saveUnreadable: '另存为文件',
  startOver: '重新开始',
}
