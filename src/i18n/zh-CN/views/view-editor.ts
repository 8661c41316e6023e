import type { ViewEditorMessages } from '#src/i18n/en/views/view-editor.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const viewEditor = {
  badAddress: '该地址没有指向任何文件夹。',
  failed: '无法加载此文件夹的视图',
  settings: '设置',
  copyToSubfolders: '复制到子文件夹…',
  copyFromFolder: '从其他文件夹复制…',
  presets: '预设…',

  layoutUnknown: (name) => `未知布局（${displayName(name)}），保持不变`,
  pageSize: '每页项目数',
  pageSizeHint: (min, max) => `每次获取的数量：${n(min)} 到 ${n(max)}。`,
  thumbnails: '显示缩略图',
  galleryWidth: '图库中的图片宽度',
  galleryWidthNumber: '图片宽度（像素）',
  faults: {
    empty: (min, max) => `请输入 ${n(min)} 到 ${n(max)} 之间的数字。`,
    notWhole: (min, max) => `只能是数字：${n(min)} 到 ${n(max)} 之间的整数。`,
    tooSmall: (min) => `最小为 ${n(min)}。`,
    tooLarge: (_min, max) => `最大为 ${n(max)}。`,
  },

  columns: '列表中的列',
  columnFixed: '名称列始终显示。',
  columnUnknownHint: '保持不变',
  columnWidthAuto: '自动',
  columnWidthFault: (min, max) => `请输入 ${n(min)} 到 ${n(max)} 之间的整数，留空则使用默认宽度。`,
  columnMove: (name) => `移动“${displayName(name)}”`,
  columnMoveHint: '用方向键移动，Home 和 End 移到两端。',
  columnMoved: (name, place, of) => `“${displayName(name)}”现在是第 ${n(place)} 列，共 ${n(of)} 列`,
  columnsMore: (count) => `显示其余 ${n(count)} 列`,
  columnsFull: (most) => `最多 ${n(most)} 列。`,
  preview: '预览',
  previewCount: (count, isAll) => `此文件夹的${isAll ? '' : '前'} ${n(count)} 个项目`,
  previewNoPictures: '此文件夹中没有图片：以下为示例。',
  previewSample: '此文件夹是空的：以下为示例。',
  sample: {
    folder: '文件夹',
    photo: '照片.jpg',
    portrait: '人像.jpg',
    song: '歌曲.mp3',
    film: '影片.mp4',
    letter: '信件.docx',
    table: '表格.xlsx',
    notes: '笔记.txt',
  },

  origin: {
    own: '单独的视图',
    standard: '默认视图',
    inherited: '继承自',
  },

  changes: (count) => (count === 0 ? '没有更改' : `${n(count)} 处更改`),
  changesList: '更改内容',
  discard: '放弃',
  saveAndLeave: '保存并离开',
  saveAndApply: '保存并应用到子文件夹…',
  save: '保存视图',
  reset: '恢复默认',
  undo: '撤销',
  redo: '重做',
  fixInvalidField: '请先更正标出的字段。',
  notSaved: '视图未保存，你的更改已保留。',
  rejected: {
    page_size: '服务未接受此数量。',
    gallery_width: '服务未接受此宽度。',
    order: '服务未接受此排序。',
    view: '服务未接受此布局。',
    columns: '服务未接受这些列。',
  },
  gone: '此文件夹已不在这里，你的更改已保留。',
  goneTo: (folder) => `此文件夹现在位于“${displayName(folder)}”，你的更改已保留。`,
  notOwner: '只有文件夹的所有者可以保存其视图，你的更改已保留。',

  readOnly: '只有所有者可以保存此视图。你仍可暂时使用其他视图。',
  viewWithoutSaving: '暂时使用',
  hidden: '你的账号已关闭视图：保存的视图会保留，但不会显示。',

  conflict: '在你编辑期间，此视图已在别处更改。',
  conflictGone: '在你编辑期间，此视图已在别处移除。',
  conflictTheirs: '别处的更改',
  keepMine: '保留我的',
  takeTheirs: '采用对方的',

  leaveText: (folder, count) => `“${displayName(folder)}”的视图有 ${n(count)} 处更改未保存。`,
} satisfies ViewEditorMessages
