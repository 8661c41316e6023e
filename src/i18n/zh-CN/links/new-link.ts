import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const number = (value: number) => formatNumber(value, 'zh-CN')

export const newLink = {
  title: '新建链接',
  searchItems: '搜索此文件夹',
  itemsHere: '此处的项目',
  nothingHere: '此文件夹为空。',
  pickerKeys: '空格键选择项目，回车键打开文件夹，Ctrl+回车键继续。',
  share: (count) => (count === 0 ? '分享' : `分享 ${number(count)} 个项目`),
  formTitle: (count) => `分享 ${number(count)} 个项目，各一个链接`,
  create: (count) => `创建 ${number(count)} 个链接`,
  progress: (part, count) => `正在创建 ${number(part)} / ${number(count)}`,
  retry: (count) => (count === 1 ? '重试' : `重试失败的 ${number(count)} 项`),
  createdTitle: (done, count) =>
    done === count
      ? `已创建 ${number(count)} 个链接`
      : `${number(count)} 个链接中已创建 ${number(done)} 个`,
} satisfies Messages['newLink']
