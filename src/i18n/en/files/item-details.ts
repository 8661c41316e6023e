import { plural } from '#src/i18n/plural.ts'

/** Details, versions and direct links of an item. */
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
  tags: 'Tags',
  colour: 'Colour',
  emoji: 'Emoji',
  deleteVersionTitle: 'Delete this version?',
  deleteVersionText: (when: string, size: string) =>
    `The content of ${when}, ${size}, will be permanently deleted. The current content stays.`,
  deleteVersion: 'Delete version',
  versionGone: 'This version no longer exists. The file is as it was.',
  viewOf: 'View',
  viewInherited: (folder: string) => `From ${folder}`,
  viewFrom: { own: 'Its own', root: 'Default, or as set for Files' },
  /** Of a folder that somebody else shares. */
  viewFromOwner: 'Default, or as its owner shares it',
  linksOnIt: 'Links',
  linkMade: 'Created',
  directLink: 'Direct link',
  directLinkHint: 'Anybody who has it can read the file, without a page and without a password.',
  directLinkUsed: (count: number) =>
    count === 0 ? 'No downloads' : plural('en', count, { one: '# download', other: '# downloads' }),
  makeDirectLink: 'Make a direct link',
  copyDirectLink: 'Copy direct link',
  directLinkCopied: 'Direct link copied.',
  removeDirectLink: 'Remove direct link',
  removeDirectLinkAsk: 'Remove direct link…',
  removeDirectLinkTitle: 'Remove this direct link?',
  removeDirectLinkText: 'Its address stops working for everybody. The file stays.',
  directLinkRemoved: 'The direct link is removed.',
  metadata: 'Metadata',
}

export type ItemDetailsMessages = typeof itemDetails
