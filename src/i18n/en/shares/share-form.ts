import { plural } from '#src/i18n/plural.ts'

/** Making a link. */
export const shareForm = {
  title: (name: string) => `Share ${name}`,
  /** The item has links already. */
  linksTitle: (name: string) => `Links to ${name}`,
  linksText: (count: number) =>
    plural('en', count, {
      one: 'There is a link to it already.',
      other: 'There are # links to it already.',
    }),
  create: 'Create link',
  protect: 'Protect with a password',
  generate: 'New password',
  passwordCharacters: 'Use letters A to Z and digits only, 32 at most.',
  expiries: {
    never: 'Never',
    day: '1 day',
    week: '7 days',
    month: '30 days',
    date: 'On a date',
  },
  date: 'Date and time',
  dateFuture: 'Choose a time that is still to come.',
  limitNumber: 'Type a whole number of 1 or more, or leave it empty.',
  showView: 'Visitors see my view settings',
  showReadme: 'Show the read-me on the page of the link',
  createdTitle: (name: string) => `Link to ${name}`,
  copied: 'Copied. Anyone with the link can open it.',
  copiedAlone: 'Copied, without the password. Whoever opens it is asked for that.',
  copiedBoth: 'Copied, with the password.',
  notCopied: 'The link is ready.',
  link: 'Link',
}
