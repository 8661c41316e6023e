/** What `shares` says beyond the first page. */
export const sharesRest = {
  copyManually: 'Copy it from here',
  neverExpires: 'Never expires',
  createdWhen: (when: string) => `Created ${when}`,
  access: {
    title: 'Who may do what',
    everyone: 'Everyone',
    other: 'Other groups',
    anonymous: 'People not signed in',
    group: (name: string) => `Group ${name}`,
    unknown: 'Not known',
    raw: 'As stored',
  },
}
