import { formatNumber, plural } from '#src/i18n/plural.ts'

/** Asking before many links are deleted, and before dead ones are copied. */
export const linkQuestions = {
  deleteTitle: (count: number) =>
    plural('en', count, { one: 'Delete # link?', other: 'Delete # links?' }),
  /** How many of them still work as far as is known, and the visits of those. */
  deleteText: (working: number, count: number, visits: number) =>
    `${
      working === 0
        ? 'All of them are dead.'
        : `Up to ${formatNumber(working, 'en')} of ${formatNumber(count, 'en')} still ${working === 1 ? 'works' : 'work'}, ${plural('en', visits, { one: '# visit', other: '# visits' })}.`
    } This cannot be undone. The files stay.`,
  dead: {
    title: (dead: number, all: number) =>
      all === 1
        ? 'This link is dead'
        : dead === all
          ? 'These links are dead'
          : `${formatNumber(dead, 'en')} of ${formatNumber(all, 'en')} links are dead`,
    text: 'Nobody can open a dead link.',
    copyAnyway: (count: number): string => (count === 1 ? 'Copy anyway' : 'Copy all anyway'),
    copyLive: (count: number) =>
      plural('en', count, { one: 'Copy the one that works', other: 'Copy the # that work' }),
  },
}

export type LinkQuestionMessages = typeof linkQuestions
