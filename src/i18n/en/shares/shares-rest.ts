/** Messages of `shares` that the first page does not need. */
export const sharesRest = {
  copyManually: 'Copy it from here',
  neverExpires: 'Never expires',
  createdWhen: (when: string) => `Created ${when}`,
  access: {
    title: 'Who may do what',
    everyone: 'Everyone',
    anonymous: 'People not signed in',
    group: (name: string) => `Group ${name}`,
    unknown: 'Not known',
    raw: 'As stored',
  },
}
