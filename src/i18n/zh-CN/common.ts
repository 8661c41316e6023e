import type { FirstPageMessages } from '../messages.ts'
import { formatNumber } from '../plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const common = {
  search: '搜索',
  clearSearch: '清除搜索',
  selectAll: '全选',
  selectNamed: (name) => `选择 ${name}`,
  retry: '重试',
  details: '详情',
  copyId: '复制编号',
  copied: '已复制',
  copyRefused: '浏览器不允许复制。文字已选中，请用键盘复制。',
  more: '更多',
  moreActions: '更多操作',
  refresh: '刷新',
  all: '全部',
  loading: '正在加载',
  number: n,
  soFar: (count) => `目前 ${n(count)} 项`,
  clearFilters: '清除筛选',
  restStillLoading: '其余内容仍在加载。',
  restFailed: '其余内容未能加载。',
  idCopied: '编号已复制',
  offline: '你已离线。',
} satisfies FirstPageMessages['common']
