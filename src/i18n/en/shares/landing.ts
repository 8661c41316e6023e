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
  goneText: 'It expired, was used up or deleted. Ask the sender for a new one.',
  failed: 'This link could not be opened',
  downloadsLeft: 'Downloads left',
  price: 'Price',
  /** The link costs something; this page knows no payments. */
  notForSaleHere: 'This link costs money, and you cannot pay on this page.',
  refused: 'You don’t have access.',
  canEdit: 'You can edit this.',
  browse: 'Open folder',
  openLimited: (left: number, total: number) =>
    `Open (${formatNumber(left, 'en')} of ${formatNumber(total, 'en')} downloads left)`,
  openContents: 'Open',
  notShown: 'It cannot be shown here. Download it to open it.',
  download: 'Download',
  signIn: 'Sign in',
  goToShares: 'Go to my shares',
}
