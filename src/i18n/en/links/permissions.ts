/** Who may do what behind a link. */
export const permissions = {
  columns: { read: 'Read', change: 'Change', add: 'Add', delete: 'Delete' },
  who: 'Who',
  removing: 'Remove',
  may: (who: string, what: string) => `${who}: ${what.toLowerCase()}`,
  effect: (who: string, what: string[]) =>
    `${who}: ${new Intl.ListFormat('en').format(what.map((word) => word.toLowerCase()))}.`,
  nobody: 'Nobody could open this link. Let someone read, or delete the link.',
  findPeople: 'Add a person',
  findHint: 'Type at least two letters of a name.',
  add: (name: string) => `Add ${name}`,
  remove: (name: string) => `Remove ${name}`,
}
