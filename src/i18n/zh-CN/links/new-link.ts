import type { NewLinkMessages } from '#src/i18n/en/links/new-link.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const number = (value: number) => formatNumber(value, 'zh-CN')

export const newLink = {
  title: '新建链接',
  searchItems: '搜索所有文件',
  itemsHere: '此处的项目',
  nothingHere: '此文件夹为空。',
  pickerKeys: (isSearching) =>
    `${isSearching ? 'Ctrl+空格键' : '空格键'}选择项目，按住 Shift 选择一段，回车键打开文件夹，Ctrl+回车键继续。`,
  share: (count) => (count === 0 ? '分享' : `分享 ${number(count)} 个项目`),
  formTitleOfOne: (name) => `分享 ${name}`,
  formTitle: (count) => `分享 ${number(count)} 个项目，各一个链接`,
  create: (count) => `创建 ${number(count)} 个链接`,
  progress: (part, count) => `正在创建 ${number(part)} / ${number(count)}`,
  retry: (count) => (count === 1 ? '重试' : `重试 ${number(count)} 项`),
  protect: '用密码保护',
  createdTitleOfOne: (name) => `${name} 的链接`,
  createdTitle: (done, count) =>
    done === count
      ? `已创建 ${number(count)} 个链接`
      : `${number(count)} 个链接中已创建 ${number(done)} 个`,
  anyone: (isProtected) =>
    isProtected ? '任何拥有链接和密码的人都可以查看。' : '任何拥有链接的人都可以查看。',
  accessNotTaken: '此服务无法限定谁可以打开链接，因此没有创建。否则任何拥有链接的人都可以打开。',
  change: '更改',
  changeAccess: '更改谁可以打开',
  text: '要发送的文本',
  textToSend: ({ links, password, expires }) =>
    [
      ...links.map(({ name, link }) => `${name}\n${link}`),
      [password && `密码：${password}`, expires && `到期：${expires}`].filter(Boolean).join('\n'),
    ]
      .filter(Boolean)
      .join('\n\n'),
  copyText: '复制文本',
  linksTitle: (name) => `${name} 的链接`,
  linksText: (count) => `已有 ${number(count)} 个链接。`,
  notCopied: () => '链接已就绪。',
  link: '链接',
  copiedAlone: '链接已复制，访客需要输入密码。',
  textCopied: '文本已复制。',
} satisfies NewLinkMessages
