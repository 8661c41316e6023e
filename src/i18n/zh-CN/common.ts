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
  copyRefused: '浏览器阻止了复制，请用键盘复制选中的文字。',
  more: '更多',
  moreActions: '更多操作',
  refresh: '刷新',
  all: '全部',
  loading: '正在加载',
  number: n,
  soFar: (count) => `目前 ${n(count)} 项`,
  clearFilters: '清除筛选',
  restStillLoading: '其余内容仍在加载。',
  restFailed: '无法加载其余内容。',
  idCopied: '编号已复制',
  offline: '你已离线。',
} satisfies FirstPageMessages['common']
