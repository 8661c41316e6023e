import { formatNumber, plural } from '#src/i18n/plural.ts'

/** What an edit of many links would do. */
export const editMany = {
  extend: {
    title: (count: number) =>
      plural('en', count, { one: 'Extend # link', other: 'Extend # links' }),
    limit: { keep: 'As it is', set: 'Set to', none: 'No limit' },
    limitNumber: 'Type a whole number of 1 or more.',
  },
  access: {
    title: (count: number) =>
      plural('en', count, { one: 'Access to # link', other: 'Access to # links' }),
    action: (count: number) =>
      plural('en', count, { one: 'Set access to # link', other: 'Set access to # links' }),
    same: 'Set for all',
    outsiders:
      'Others are all but your group and the people you named, who can do what they could.',
  },
  changed: (count: number, all: number) =>
    `${formatNumber(count, 'en')} of ${plural('en', all, { one: '# link changes.', other: '# links change.' })}`,
  revived: (count: number) =>
    plural('en', count, {
      one: '# dead link works again. Undo cannot take that back.',
      other: '# dead links work again. Undo cannot take that back.',
    }),
  /** The days on which the first and the last of the links expire. */
  untilBetween: (first: string, last: string) => `New expiry dates: ${first} to ${last}`,
  needsExpiry: (count: number) =>
    plural('en', count, {
      one: '# is left out: it has expired and needs a new expiry.',
      other: '# are left out: they have expired and need a new expiry.',
    }),
  needsLimit: (count: number) =>
    plural('en', count, {
      one: '# is left out: its downloads have reached the limit, which must be higher.',
      other: '# are left out: their downloads have reached the limit, which must be higher.',
    }),
  sourceGone: (count: number) =>
    plural('en', count, {
      one: '# is left out: its item is gone.',
      other: '# are left out: their items are gone.',
    }),
  nobody: (count: number) =>
    plural('en', count, {
      one: '# is left out: nobody could open it.',
      other: '# are left out: nobody could open them.',
    }),
  endsLater: (count: number) =>
    plural('en', count, {
      one: '# is left out: it ends later, or never.',
      other: '# are left out: they end later, or never.',
    }),
  keptEnds: (count: number) =>
    plural('en', count, {
      one: '# keeps its expiry: it ends later, or never.',
      other: '# keep their expiry: they end later, or never.',
    }),
  /** Gives links that end later the sooner end that was chosen. */
  shorten: (count: number) =>
    plural('en', count, {
      one: 'Shorten # link that ends later, or never',
      other: 'Shorten # links that end later, or never',
    }),
  same: (count: number) =>
    plural('en', count, { one: '# stays as it is.', other: '# stay as they are.' }),
}

export type EditManyMessages = typeof editMany
