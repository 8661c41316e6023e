import type { DeletionQuestionMessages } from '#src/i18n/en/trash/deletion-questions.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const deletionQuestions = {
  confirmDelete: '永久删除',
  confirmEmpty: '清空回收站',
  deleteTitle: ({ name, count }) =>
    count === 1 ? `永久删除“${name}”？` : `永久删除 ${n(count)} 个项目？`,
  deleteText: (_count, size, hasFolders) =>
    [
      size && `将释放 ${size}。`,
      hasFolders && '文件夹中的全部内容也会被删除。',
      '相关的分享链接也会被删除。',
      '此操作无法撤销。',
    ]
      .filter(Boolean)
      .join(''),
  emptyTitle: '清空回收站？',
  emptyText: (count, size, isSoFar) =>
    `${isSoFar ? '至少 ' : ''}${n(count)} 个项目${size && `（${size}）`}将被永久删除，相关的分享链接也会被删除。此操作无法撤销。`,
} satisfies DeletionQuestionMessages
