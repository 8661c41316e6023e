import { displayName } from '#src/i18n/names.ts'
import { formatNumber, plural } from '#src/i18n/plural.ts'

const items = (count: number) => plural('en', count, { one: '# item', other: '# items' })

/** What is in the way of a restore, and the ways around it. */
export const restoring = {
  title: (done: number, total: number) =>
    `${plural('en', done, { other: '#' })} of ${plural('en', total, { other: '#' })} restored`,
  allTitle: (total: number) => `${items(total)} restored`,
  allRestored: 'Everything is back.',
  replacedFiles: (count: number) =>
    plural('en', count, {
      one: 'The replaced file is in the trash.',
      other: 'The # replaced files are in the trash.',
    }),
  leftOut: (count: number) =>
    plural('en', count, {
      one: '# stays in the trash, as you chose.',
      other: '# stay in the trash, as you chose.',
    }),
  restInTrash: 'Nothing was lost: the rest is still in the trash.',
  nothingLost: 'Nothing was lost.',
  nothingLeft: 'The rest can’t be restored.',
  /** Name of the folder in which items are renamed; `when` is a date and time. */
  stagingFolderName: (when: string) => `Restored ${when}`,
  nameTaken: 'Name already taken',
  skipped: 'Skipped',
  folderMissing: 'Folder no longer exists',
  noPlace: 'Original location can’t be used',
  stillLocked: 'Still locked',
  lockedAndSkipped: 'Locked and skipped',
  waiting: 'Waiting to be unlocked',
  unknown: 'May or may not be restored',
  notAttempted: 'Not attempted',
  gone: 'No longer in the trash',
  other: 'Could not be restored',
  goneText: 'It was permanently deleted, or is in the trash with its folder.',
  placeUnknown: 'Original location not known',
  placeNoFolder: (place: string) => `${place} is no longer a folder`,
  placeMissing: (place: string) => `${place} no longer exists`,
  lockedText: 'It is in use. Retry to choose what to do.',
  staged: 'It left the trash, but is not in its folder yet.',
  recreate: 'Recreate the folder',
  recreateAll: (count: number) =>
    plural('en', count, { one: 'Recreate the folder', other: 'Recreate the # folders' }),
  rename: 'Rename',
  newName: (name: string) => `New name for ${name}`,
  chooseFolder: 'Choose a folder…',
  chooseFolderAll: (count: number) => plural('en', count, { other: 'Choose a folder for all #…' }),
  showWhere: 'Show where it is',
  undo: 'Undo restore',
  more: (count: number) =>
    plural('en', count, { one: 'and # more item', other: 'and # more items' }),
  moreFolders: (count: number) =>
    plural('en', count, { one: 'and # more folder', other: 'and # more folders' }),

  planTitle: (count: number) => `Restore ${items(count)}`,
  /** Names that are taken, and folders that no longer exist. */
  planText: (taken: number, missing: number) =>
    `${[
      ...(taken > 0
        ? [plural('en', taken, { one: '# name is taken', other: '# names are taken' })]
        : []),
      ...(missing > 0
        ? [plural('en', missing, { one: '# folder is missing', other: '# folders are missing' })]
        : []),
    ].join(', ')}.`,
  planMissing: (folders: number, count: number) =>
    plural('en', folders, {
      one: `Recreate the missing folder, for ${items(count)}`,
      other: `Recreate the # missing folders, for ${items(count)}`,
    }),
  showFolders: (count: number) =>
    plural('en', count, { one: 'Show the folder', other: 'Show the # folders' }),
  planStay: (count: number) =>
    plural('en', count, { one: '# item stays in the trash.', other: '# items stay in the trash.' }),
  /**
   * What each rule about taken names leads to when `count` items are restored, also for names that turn out to be taken
   * later. `kept`: names of items that cannot take the place of another, since one of the two is a folder.
   */
  ruleHints: {
    keepBoth: (count: number, _kept: readonly string[]) =>
      `${count === 1 ? 'It' : 'What comes back'} gets a free name, e.g. “name (2)”.`,
    newer: (_count: number, _kept: readonly string[]): string =>
      'The file that was changed last wins; the older one is in the trash then. Where that is not known, both are kept.',
    replace: (count: number, kept: readonly string[]) =>
      [
        ...(count > kept.length ? ['What is there goes to the trash'] : []),
        ...(kept.length > 0
          ? [
              plural('en', kept.length, {
                one: `“${displayName(kept[0] ?? '')}” is kept beside what is there`,
                other: `# ${count > kept.length ? 'of them ' : ''}are kept beside what is there`,
              }),
            ]
          : []),
      ].join(kept.length === 1 ? ', but ' : '. ') + '.',
    skip: (count: number, _kept: readonly string[]) =>
      plural('en', count, { one: 'It stays in the trash.', other: '# stay in the trash.' }),
  },
  /** Some of the destinations were not looked at. */
  planIsPartial: (unknown: number, folders: number) =>
    `${folders === 1 ? 'The folder' : `${formatNumber(unknown, 'en')} of ${plural('en', folders, { other: '# folders' })}`} could not be checked in time. Conflicts there show afterwards.`,
  leaveAll: (count: number) =>
    plural('en', count, { one: 'Leave it in the trash', other: 'Leave all # in the trash' }),
  destinations: (count: number): string => (count === 1 ? 'Where it goes' : 'Where they go'),
  isMissing: 'no longer exists',
  confirm: (count: number) => `Restore ${items(count)}`,
}
