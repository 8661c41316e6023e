/** Setting who may do what behind a link. */
export const permissionForm = {
  who: 'Who',
  removing: 'Remove',
  may: (who: string, what: string) => `${who}: ${what.toLowerCase()}`,
  effect: (who: string, what: string[]) =>
    `${who}: ${new Intl.ListFormat('en').format(what.map((word) => word.toLowerCase()))}.`,
  nobody: 'Nobody could open this link. Let someone read, or delete the link.',
  findPeople: 'Add a person',
  findHint: 'Type at least two letters of a name.',
  notAdded: 'Add this person, or clear the field.',
  add: (name: string) => `Add ${name}`,
  remove: (name: string) => `Remove ${name}`,
}

export type PermissionFormMessages = typeof permissionForm
