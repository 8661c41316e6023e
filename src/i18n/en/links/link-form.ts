import { plural } from '#src/i18n/plural.ts'

/** Making, replacing and extending a link. */
export const linkForm = {
  create: 'Create link',
  generate: 'New password',
  passwordCharacters: 'Use letters A to Z and digits only, 32 at most.',
  expiries: {
    never: 'Never',
    day: '1 day',
    week: '7 days',
    month: '30 days',
    date: 'On a date',
  },
  /** By how much a link that is there is extended. */
  extensions: {
    keep: 'As it is',
    week: '+7 days',
    month: '+30 days',
    date: 'On a date',
    never: 'Never',
  },
  date: 'Date and time',
  /** The day on which the link expires. */
  until: (day: string) => `Until ${day}`,
  dateFuture: 'Choose a later date or time.',
  limitNumber: 'Type a whole number of 1 or more, or leave it empty.',
  showView: 'Show visitors my layout',
  showReadme: 'Show README on the link page',
  /** `isPublic`: anyone with the link can open it. */
  copied: (count: number, isPublic: boolean) =>
    `${plural('en', count, { one: 'Link copied.', other: '# links copied.' })}${
      isPublic ? ` Anyone with ${count === 1 ? 'the' : 'a'} link can open it.` : ''
    }`,
  copiedBoth: (count: number) =>
    plural('en', count, {
      one: 'Link and password copied.',
      other: '# links and the password copied.',
    }),
}
