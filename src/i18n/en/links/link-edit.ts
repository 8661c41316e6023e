import { formatNumber, plural } from '#src/i18n/plural.ts'

/** Editing a link. */
export const linkEdit = {
  title: (name: string) => `Edit link to ${name}`,
  extendTitle: (name: string) => `Extend link to ${name}`,
  save: 'Save',
  extend: 'Extend',
  reading: 'Reading the link…',
  limitHint: (downloaded: number) =>
    `${plural('en', downloaded, { one: '# download', other: '# downloads' })} so far. The limit includes them.`,
  limitNumber: (downloaded: number) =>
    downloaded === 0
      ? 'Type a whole number of 1 or more, or leave it empty.'
      : `Type a whole number of more than ${formatNumber(downloaded, 'en')}, or leave it empty.`,
  /** Above the form of a link that does not work. */
  revives: {
    expired: 'It has expired. Saving makes it work again.',
    usedUp: 'Its downloads are used up. Saving makes it work again.',
  },
  needsExpiry: 'It has expired and needs a new expiry.',
  /** What visitors are shown of a folder, after an edit. */
  layoutShown: (isShown: boolean): string =>
    isShown ? 'visitors see your layout' : 'visitors see the default layout',
  readmeShown: (isShown: boolean): string => (isShown ? 'README shown' : 'README not shown'),
  passwordStays: 'The password of a link cannot be changed.',
  noPasswordStays: 'A password cannot be added to a link later.',
  replaceAsk: 'Replace link…',
  /** Before a list of what was changed. */
  changedElsewhere: 'This link was changed elsewhere. Now:',
  /** `value` may follow by itself. */
  part: (name: string, value: string) => `${name}: ${value}`,
  readmeHidden: 'Not shown on the link page',
  takeOver: 'Use these values',
  saveMine: 'Save mine',
  replaceTitle: (name: string) => `Replace the link to ${name}`,
  /** The old link is kept. */
  keepTitle: (name: string) => `New link to ${name}`,
  /** `isDead`: the old link does not work already. */
  replaceText: (visits: number, isDead: boolean) => {
    const lost = [
      isDead ? '' : 'its address stops working',
      visits === 0
        ? ''
        : `its ${plural('en', visits, { one: '# visit is', other: '# visits are' })} no longer counted`,
    ].filter(Boolean)
    return `Creates a new link with these settings and a new password, then deletes the old one${lost.length === 0 ? '' : `: ${lost.join(', and ')}`}.`
  },
  keepText: (isDead: boolean) =>
    `Creates a new link with these settings and a new password. The old one ${isDead ? 'stays dead' : 'keeps working'}.`,
  keepOld: 'Keep the old link too',
  oldKept: (isDead: boolean): string =>
    isDead ? 'The old link stays dead.' : 'The old link still works.',
  replace: 'Replace link',
  oldDeleted: 'The old link is deleted.',
  oldStays: (why: string, isDead: boolean) =>
    `The old link could not be deleted${isDead ? '' : ' and still works'}. ${why}`,
}

export type LinkEditMessages = typeof linkEdit
