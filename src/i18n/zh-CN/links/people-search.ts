import type { PeopleSearchMessages } from '#src/i18n/en/links/people-search.ts'

export const peopleSearch: PeopleSearchMessages = {
  readingNames: '目前没有匹配项。正在读取人员姓名…',
  unread: '部分人员的姓名无法读取。',
}
