export const itemDetails = {
  versions: 'Versions',
  versionCurrent: 'Current',
  versionBy: (person: string) => `by ${person}`,
  /** `when` is a date. */
  versionOpen: (when: string) => `Open the version of ${when}`,
  versionDownload: (when: string) => `Download the version of ${when}`,
  versionRestore: (when: string) => `Restore the version of ${when}`,
  versionDelete: (when: string) => `Delete the version of ${when}…`,
  versionRestored: (when: string) => `The version of ${when} is the current one again.`,
  versionDeleted: (when: string) => `The version of ${when} is deleted.`,
  deleteVersionTitle: 'Delete this version?',
  deleteVersionText: (when: string) =>
    `The content of ${when} will be permanently deleted. The current content stays.`,
  deleteVersion: 'Delete version',
  viewOf: 'View',
  viewInherited: (folder: string) => `From ${folder}`,
  viewFrom: { own: 'Its own', root: 'Default, or as set for Files' },
  linksOnIt: 'Links',
  linkMade: 'Created',
  metadata: 'Metadata',
}
