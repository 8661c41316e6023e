/** What only the details of a link tell. */
export const linkFacts = {
  qr: 'QR code',
  noPassword: 'No password',
  owner: 'Owner',
  source: 'Source',
  size: 'Size',
  view: 'View',
  noState: 'This link is no longer in the list.',
}

export type LinkFactsMessages = typeof linkFacts
