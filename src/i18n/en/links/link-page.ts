import { formatNumber } from '#src/i18n/plural.ts'

export const linkPage = {
  showReadme: 'Show README',
  showReadmeLimited: (left: number, total: number) =>
    `Show README (counts as a download: ${formatNumber(left, 'en')} of ${formatNumber(total, 'en')} left)`,
  notShown: {
    image: 'This picture can’t be shown here. Download it to open it.',
    video: 'This video can’t be played here. Download it to open it.',
    audio: 'This recording can’t be played here. Download it to open it.',
  },
  failed: 'This link could not be opened',
  /** The link costs something; this page knows no payments. */
  notForSaleHere: 'This link costs money, and you cannot pay on this page.',
  noPreview: (kind: string) => `${kind}: there is no preview. Download it to open it.`,
  refused: 'You don’t have access.',
  /** To somebody who is signed in and may not open the link. */
  refusedTitle: 'You can’t open this link',
  askForAccess: 'Ask the sender for access.',
  /** To somebody who is not signed in, of a link that no visitor may open. */
  notPublic: 'This link is not public',
  canEdit: 'You can edit this.',
  download: 'Download',
  signIn: 'Sign in',
  goToShares: 'Go to my shares',
  locked: 'This link is protected',
  lockedText: 'Enter the password that came with it.',
  unlock: 'Continue',
  /** On the page of a dead link, which works again when its owner extends or restores it. */
  checkAgain: 'Check again',
  stillDead: 'Checked just now: it doesn’t work.',
  /** To somebody with so many links that not all of them were looked through. */
  goneMaybeOwn: 'Ask the sender for a new one. If it is your own, look for it in your shares.',
  /** The item of the link, or a folder that it is in, is in the trash; `owner` is undefined where that is not known. */
  goneItem: (owner: string | undefined) =>
    `Ask ${owner ?? 'the sender'} to restore what it leads to, or for a new link.`,
  /** No link can have such an address. */
  mistypedTitle: 'There is no such link',
  mistypedText:
    'Part of the address is missing or mistyped. Open the link where you got it, or copy all of it.',
}

export type LinkPageMessages = typeof linkPage
