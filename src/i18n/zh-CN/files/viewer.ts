import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const viewer = {
  previous: '上一个',
  next: '下一个',
  undoDeletion: '撤销删除',
  zoomIn: '放大',
  zoomOut: '缩小',
  fitToWindow: '适合屏幕',
  percent: (percent) => `${n(percent)}%`,
  place: (at, count) => `第 ${n(at)} 项，共 ${n(count)} 项`,
  notShown: '无法显示此图片',
  notShownText: '文件可能已损坏，或此浏览器无法显示该格式。',
  player: (name) => `${name}，播放器`,
  notPlayed: { video: '无法在此播放此视频。', audio: '无法在此播放此录音。' },
  notPlayedText: '文件可能已损坏，或此浏览器无法播放该格式。',
  huge: '此图片非常大',
  hugeText: (size) => `图片为 ${size}，显示它可能会让设备变慢。`,
  megapixels: (count) => `${count * 100} 万像素`,
  showAnyway: '仍然显示',
} satisfies Messages['viewer']
