import type { Messages } from '#src/i18n/messages.ts'
import { formatNumber } from '#src/i18n/plural.ts'
import { spacedForChinese } from '#src/i18n/zh-CN/spacing.ts'

const lists = new Intl.ListFormat('zh-CN')
const n = (value: number) => formatNumber(value, 'zh-CN')

export const links = {
  title: '分享',
  list: '分享链接',
  count: (count) => `${n(count)} 个链接`,
  countOf: (shown, all) => `${n(all)} 个链接中的 ${n(shown)} 个`,
  soFar: (count) => `目前 ${n(count)} 个`,
  countOfSoFar: (shown, all) => `目前 ${n(all)} 个中的 ${n(shown)} 个`,
  columns: {
    name: '名称',
    folder: '文件夹',
    state: '状态',
    visits: '访问',
    downloads: '下载',
    access: '权限',
    created: '创建时间',
  },
  states: {
    live: '有效',
    expiring: '即将到期',
    expired: '已到期',
    usedUp: '次数用尽',
    sourceGone: '来源已不存在',
  },
  stateHelp: {
    live: '链接可用。',
    expiring: (until) => `有效期至 ${until}`,
    expired: '链接已到期。设定新的到期时间后，同一链接即可恢复使用。',
    usedUp: '下载次数已用完。提高上限后，同一链接即可恢复使用。',
    sourceGone: '其文件或文件夹已删除，或在回收站中。',
  },
  expiresWhen: (when) => `${spacedForChinese(when).trimStart()}到期`,
  untilWhen: (day) => `至 ${day}`,
  visits: (count) => `${n(count)} 次访问`,
  downloads: (count) => `${n(count)} 次下载`,
  downloadsOf: (count, limit) => `${n(count)} / ${n(limit)}`,
  filters: {
    label: '筛选',
    all: '全部',
    dead: '失效链接',
    uncertain:
      '项目位于已删除文件夹中的链接，检查之后才会计入：在其所在行显示时，或在“失效链接”中。',
    checking: (count) => `正在检查另外 ${n(count)} 个…`,
    atLeast: (count) => `至少 ${n(count)} 个`,
    checkOthers: (count) => `检查其余 ${n(count)} 个`,
    password: '密码',
    folders: '文件夹',
    files: '文件',
    withoutPassword: '无密码',
    exposures: {
      canChange: '可更改',
      neverExpires: '永不到期',
      neverOpened: '从未打开',
      namedPeople: '指定人员',
    },
  },
  extend: '延期…',
  fix: '处理…',
  fixOf: (name) => `处理 ${name} 的链接`,
  extendOf: (name) => `为 ${name} 的链接延期`,
  newLink: '新建链接…',
  export: '导出…',
  cleanUp: '清理…',
  copyLink: '复制链接',
  copyLinkOf: (name) => `复制链接：${name}`,
  copied: '已复制',
  linkCopied: '链接已复制',
  access: {
    audiences: {
      everyone: '公开',
      anonymous: '未登录的人',
      other: '已登录的人',
      same_group: '你的组',
    },
    inSentence: (audience) => audience,
    people: (count) => `${n(count)} 位指定人员`,
    personAndMore: (name, more) => `${name} 和另外 ${n(more)} 人`,
    groups: (count) => `${n(count)} 个组`,
    list: (who) =>
      lists
        .format(who.map(spacedForChinese))
        .replaceAll(/ ?、 ?/g, '、')
        .trim(),
    withPassword: (who) => `${who}，需密码`,
    canChange: '可更改',
    whoCanChange: (who) => `${spacedForChinese(who).trimStart()}可更改`,
    nobody: '无人',
    paid: '付费',
    title: '谁可以做什么',
    group: (name) => `${name} 组`,
    unknown: '未知',
    partlyUnknown: '部分未知',
    raw: '原始值',
  },
  failed: '无法加载你的链接',
  sortedBy: '排序方式',
  emptyAction: '前往文件',
  empty: '你创建的链接会显示在这里。',
  emptySearch: '分享中没有匹配项',
  copyManually: '请从这里复制',
  createdWhen: (when) => `创建于 ${when}`,
} satisfies Messages['links']
