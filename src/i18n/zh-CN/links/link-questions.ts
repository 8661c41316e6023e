import type { LinkQuestionMessages } from '#src/i18n/en/links/link-questions.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (count: number) => formatNumber(count, 'zh-CN')

export const linkQuestions = {
  deleteTitle: (count) => `删除 ${n(count)} 个链接？`,
  deleteText: (working, count, visits) =>
    `${
      working === 0
        ? '均已失效。'
        : `${n(count)} 个中最多有 ${n(working)} 个仍有效，共 ${n(visits)} 次访问。`
    }此操作无法撤销。文件不受影响。`,
  dead: {
    title: (dead, all) =>
      all === 1
        ? '此链接已失效'
        : dead === all
          ? '这些链接已失效'
          : `${n(all)} 个链接中有 ${n(dead)} 个已失效`,
    text: '失效链接无人能打开。',
    copyAnyway: (count) => (count === 1 ? '仍然复制' : '仍然全部复制'),
    copyLive: (count) => `复制有效的 ${n(count)} 个`,
  },
} satisfies LinkQuestionMessages
