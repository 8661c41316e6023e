import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')
const quoted = (name: string) => `“${displayName(name)}”`

export const presets = {
  entry: '预设…',
  title: '预设',
  text: '已命名的视图，仅为你保存在此浏览器中。',
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
  applyNamed: (name) => `使用${displayName(name)}`,
  actionsFor: (name) => `${displayName(name)}的操作`,
  rename: '重命名',
  renameLabel: (name) => `${displayName(name)}的新名称`,
  delete: '删除',
  saved: (name) => `已保存${quoted(name)}。`,
  replaced: (name) => `已替换${quoted(name)}。`,
  renamed: (name) => `已重命名为${quoted(name)}。`,
  deleted: (name) => `已删除${quoted(name)}。`,
  undone: '已撤销。',
  imported: (count) =>
    count === 0 ? '此文件中没有新内容：全部已在此处。' : `已导入 ${n(count)} 个预设。`,
  export: '导出',
  import: '导入',
  fileName: 'latchkey-presets.json',
  unreadableFileName: 'latchkey-presets-unreadable.txt',
  fileMalformed: '此文件中没有可读取的预设。未作任何更改。',
  fileVersion: '此文件由本页面的其他版本写入，无法在此读取。未作任何更改。',
  fileLong: '此文件过大，不可能是预设。未作任何更改。',
  fileGone: '无法读取此文件。未作任何更改。',
  notStored:
    '浏览器未能保存最近的更改：存储空间已满或被阻止。关闭此标签页后将丢失，请导出预设以保留。',
  unreadable: '无法读取此浏览器中的预设：它们已损坏，或由本页面的其他版本写入。它们保持原样。',
  saveUnreadable: '另存为文件',
  startOver: '重新开始',
} satisfies Messages['operations']['viewCopy']['presets']
