import { formatNumber } from '#src/i18n/plural.ts'

export const landing = {
  title: 'Shared link',
  sharedBy: (name: string) => `Shared by ${name}`,
  size: 'Size',
  expires: 'Expires',
  never: 'Never',
  kind: 'Kind',
  locked: 'This link is protected',
  lockedText: 'Enter the password that came with it.',
  unlock: 'Continue',
  goneTitle: 'This link no longer works',
  goneText:
    'It has expired, was used up or was withdrawn. Ask the person who sent it for a new one.',
  failed: 'This link could not be opened',
  downloadsLeft: 'Downloads left',
  price: 'Price',
  /** The link costs something; this page knows no payments. */
  notForSaleHere: 'This link has to be paid for, which is not possible on this page.',
  refused: 'You don’t have access.',
  canEdit: 'You can edit this.',
  browse: 'Open folder',
  openLimited: (left: number, total: number) =>
    `Open (${formatNumber(left, 'en')} of ${formatNumber(total, 'en')} downloads left)`,
  openContents: 'Open',
  notShown: 'It cannot be shown here. Download it to open it in another program.',
  download: 'Download',
  signIn: 'Sign in',
  goToShares: 'Go to my shares',
}
