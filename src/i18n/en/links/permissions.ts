/** What may be done behind a link. */
export const permissions = {
  columns: { read: 'Read', change: 'Change', add: 'Add', delete: 'Delete' },
}
