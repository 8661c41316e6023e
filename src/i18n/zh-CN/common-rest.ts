import type { RemainingMessages } from '../messages.ts'
import { formatNumber } from '../plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const commonRest = {
  tryAgain: '重试',
  clear: '取消选择',
  cancel: '取消',
  close: '关闭',
  closeNamed: (what) => `关闭${what}`,
  undo: '撤销',
  stop: '停止',
  save: '保存',
  done: '完成',
  back: '返回',
  yes: '是',
  no: '否',
  unknown: '未知',
  you: '你',
  working: '正在处理',
  count: (count) => `${n(count)} 项`,
  selected: (count) => `已选 ${n(count)} 项`,
  atLeast: (size) => `至少 ${size}`,
  folderCount: (count) => `${n(count)} 个文件夹`,
  withFolders: (size, count) => `${size}和 ${n(count)} 个文件夹`,
  noMatches: '没有匹配项',
  selectAllMatching: (count, isFiltered) =>
    `选择全部 ${n(count)} ${isFiltered ? '个匹配项' : '项'}`,
  waitingForNetwork: '正在等待网络',
  waitingForService: '正在等待服务',
  nameEmpty: '请输入名称。',
  nameDots: '名称不能只是一个或两个点。',
  nameLong: '名称过长：最多 255 字节，每个汉字占 3 字节。',
  nameCharacters: '名称不能包含 \\ / : * ? " < > |',
} satisfies RemainingMessages['common']
