import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** A live link for everyone, as the list has it. */
export const linkRow = (part: Partial<LinkRow>): LinkRow => ({
  id: 'x',
  name: 'x',
  visited: 0,
  downloaded: 0,
  remaining: null,
  price: null,
  expires: null,
  createdAt: 0,
  isExpired: false,
  sourceType: 0,
  permissions: null,
  password: null,
  isProtected: false,
  isViewShared: false,
  ownUrl: null,
  base: '',
  source: null,
  ...part,
})
