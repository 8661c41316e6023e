import { displayName } from '#src/i18n/names.ts'
import { plural } from '#src/i18n/plural.ts'

export const viewCopy = {
  toTitle: 'Copy to subfolders',
  tree: 'Subfolders',
  choice: 'Apply',
  thisView: 'This view',
  noView: 'Inherit from parent',
  thisViewHint: 'The view as it is on the page now, saved or not.',
  noViewHint: 'They use the nearest saved view above them.',
  allSubfolders: 'All subfolders',
  alsoBelow: 'Also the folders below them',
  ownView: 'Own view',
  /** A folder above has the view. */
  inheritedView: 'Inherited',
  /** Neither it nor a folder above has one. */
  defaultView: 'Default',
  unread: 'Could not be read',
  noneBelow: 'No folders in it',
  noFolders: 'There are no folders in this one.',
  rootUnread: 'The folders could not be loaded.',
  chosen: (count: number) =>
    count === 0
      ? 'No folder chosen.'
      : plural('en', count, { one: '# chosen.', other: '# chosen.' }),
  chosenSoFar: (count: number) =>
    plural('en', count, { other: '# found so far. Still looking for more below.' }),
  replaces: (count: number, isSure: boolean) =>
    plural(
      'en',
      count,
      isSure
        ? {
            one: '# has a view of its own, which is replaced.',
            other: '# have views of their own, which are replaced.',
          }
        : {
            one: 'At least # has a view of its own, which is replaced.',
            other: 'At least # have views of their own, which are replaced.',
          },
    ),
  loses: (count: number, isSure: boolean) =>
    plural(
      'en',
      count,
      isSure
        ? {
            one: '# has a view of its own, and loses it.',
            other: '# have views of their own, and lose them.',
          }
        : {
            one: 'At least # has a view of its own, and loses it.',
            other: 'At least # have views of their own, and lose them.',
          },
    ),
  someUnread: (count: number) =>
    plural('en', count, {
      one: '# folder could not be read. Its subfolders are left out.',
      other: '# folders could not be read. Their subfolders are left out.',
    }),
  copyTo: (count: number) =>
    count === 0
      ? 'Copy to folders'
      : plural('en', count, { one: 'Copy to # folder', other: 'Copy to # folders' }),
  reset: (count: number) =>
    count === 0
      ? 'Reset folders'
      : plural('en', count, { one: 'Reset # folder', other: 'Reset # folders' }),
  fromTitle: 'Copy the view of another folder',
  from: (folder: string) => `Copy from ${displayName(folder)}`,
  fromNone: 'The service keeps no view for this folder.',
}

export type ViewCopyMessages = typeof viewCopy
