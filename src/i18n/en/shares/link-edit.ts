import { formatNumber, plural } from '#src/i18n/plural.ts'

/** Editing a link. */
export const linkEdit = {
  title: (name: string) => `Edit link to ${name}`,
  extendTitle: (name: string) => `Extend link to ${name}`,
  save: 'Save',
  reading: 'Reading the link…',
  limitHint: (downloaded: number) =>
    `${plural('en', downloaded, { one: '# download', other: '# downloads' })} so far. The limit counts from now on.`,
  passwordStays: 'The password of a link cannot be changed.',
  noPasswordStays: 'A password cannot be added to a link later.',
  changedElsewhere: ({
    expires,
    remaining,
  }: {
    expires: string | null
    remaining: number | null
  }) =>
    `This link was changed elsewhere since you opened this. It now ${expires === null ? 'never expires' : `expires ${expires}`} and ${
      remaining === null ? 'has no download limit' : `allows ${formatNumber(remaining, 'en')} more`
    }.`,
  takeOver: 'Use these values',
  saveMine: 'Save mine',
  goneTitle: (name: string) => `The link to ${name} cannot be edited`,
  gone: {
    trash: 'Its item is in the trash. Restore it, and the link can be edited again.',
    deleted: 'This link was deleted elsewhere. Nothing was changed.',
    unknown:
      'Its item could not be found, neither in Files nor in the trash. It may have been deleted permanently, or lie in a deleted folder.',
  },
}
