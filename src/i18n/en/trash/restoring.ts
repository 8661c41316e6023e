import { formatNumber, plural } from '#src/i18n/plural.ts'

const items = (count: number) => plural('en', count, { one: '# item', other: '# items' })

/** What is in the way of a restore, and the ways around it. */
export const restoring = {
  title: (done: number, total: number) =>
    `${plural('en', done, { other: '#' })} of ${plural('en', total, { other: '#' })} restored`,
  allTitle: (total: number) => `${items(total)} restored`,
  allRestored: 'Everything is back.',
  decisions: (count: number) =>
    plural('en', count, {
      one: '# needs a decision. Nothing was lost: it is still in the trash.',
      other: '# need a decision. Nothing was lost: they are still in the trash.',
    }),
  decisionsOutside: (count: number) =>
    plural('en', count, {
      one: '# needs a decision. Nothing was lost.',
      other: '# need a decision. Nothing was lost.',
    }),
  onlyWaiting: 'What is left waits until it is free.',
  nothingLeft: "The rest can't be restored.",
  allDecided: 'What is left stays where it is.',
  /** Name of the folder in which items are renamed; `when` is a date and time. */
  stagingFolderName: (when: string) => `Restored ${when}`,
  nameTaken: 'Name already taken',
  skipped: 'Skipped',
  skippedText: 'It stays in the trash.',
  folderMissing: 'Folder no longer exists',
  noPlace: 'Original place can’t be used',
  stillLocked: 'Still locked',
  waiting: 'Waiting until it is free',
  notAttempted: 'Not attempted',
  gone: 'No longer in the trash',
  other: 'Could not be restored',
  goneText: 'It has been permanently deleted, by you or because its time was up.',
  placeUnknown: 'Where it was is not known',
  placeNoFolder: (place: string) => `${place} is not a folder now`,
  placeTaken: (place: string) => `${place} has another one of this name`,
  placeMissing: (place: string) => `${place} is not there any more`,
  lockedText: 'It is in use. Trying again asks what to do.',
  displaced: 'It is out of the trash, but not in its place yet.',
  recreate: 'Recreate the folder',
  recreateAll: (count: number) =>
    plural('en', count, { one: 'Recreate the folder', other: 'Recreate the # folders' }),
  rename: 'Rename…',
  newName: (name: string) => `New name for ${name}`,
  chooseFolder: 'Choose a folder…',
  chooseFolderAll: (count: number) => plural('en', count, { other: 'Choose a folder for all #…' }),
  showWhere: 'Show where it is',
  showInFolder: 'Show in folder',
  undo: 'Undo restore',
  more: (count: number) =>
    plural('en', count, { one: 'and # more item', other: 'and # more items' }),
  moreFolders: (count: number) =>
    plural('en', count, { one: 'and # more folder', other: 'and # more folders' }),

  planTitle: (count: number) => `Restore ${items(count)}`,
  planText: (count: number) =>
    plural('en', count, {
      one: '# item needs a choice',
      other: '# items need a choice',
    }),
  planMissing: (folders: number, count: number) =>
    plural('en', folders, {
      one: `Recreate the folder that is gone, for ${items(count)}`,
      other: `Recreate the # folders that are gone, for ${items(count)}`,
    }),
  planClashes: (count: number) =>
    plural('en', count, {
      one: 'Keep both: restore # item under a free name',
      other: 'Keep both: restore # items under a free name',
    }),
  planMissingNot: 'They stay in the trash, and you can choose a folder afterwards.',
  planClashesNot: 'They stay in the trash, and nothing is overwritten.',
  /** Some of the destinations were not looked at. */
  planIsPartial: (unknown: number, folders: number) =>
    `${formatNumber(unknown, 'en')} of ${plural('en', folders, { one: '# folder', other: '# folders' })} could not be looked at in time. What is in the way there shows afterwards.`,
  decideEach: 'Decide one by one',
  destinations: 'Where they go',
  isMissing: 'no longer exists',
  confirm: (count: number) => `Restore ${items(count)}`,
}
