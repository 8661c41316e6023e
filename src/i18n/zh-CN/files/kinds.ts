import type { Messages } from '#src/i18n/messages.ts'

export const kinds = {
  folder: '文件夹',
  image: '图片',
  video: '视频',
  audio: '音频',
  document: '文档',
  sheet: '表格',
  slides: '演示文稿',
  pdf: 'PDF',
  archive: '压缩包',
  code: '代码',
  text: '文本',
  other: '文件',
  unknown: '未知类型',
} satisfies Messages['kinds']
