export const sharedWithMe = {
  save: 'Save to Shared with me',
  saved: 'In Shared with me',
  remove: 'Remove from Shared with me',
  people: 'People',
  onlySaved:
    'Only what you saved is listed. What others share with you by name opens from the link that they send you.',
  sharedBy: 'Shared by',
  link: 'Link',
  works: 'Works',
  needsPassword: 'Works, with a password',
  dead: 'This link no longer works.',
}
