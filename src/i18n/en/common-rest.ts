import { plural } from '../plural.ts'

/** Messages of `common` that the first page does not need. */
export const commonRest = {
  tryAgain: 'Try again',
  clear: 'Clear',
  cancel: 'Cancel',
  close: 'Close',
  closeNamed: (what: string) => `Close ${what}`,
  undo: 'Undo',
  stop: 'Stop',
  save: 'Save',
  done: 'Done',
  back: 'Back',
  yes: 'Yes',
  no: 'No',
  unknown: 'Unknown',
  you: 'You',
  working: 'Working',
  count: (count: number) => plural('en', count, { one: '# item', other: '# items' }),
  selected: (count: number) => plural('en', count, { other: '# selected' }),
  atLeast: (size: string) => `at least ${size}`,
  folderCount: (count: number) => plural('en', count, { one: '# folder', other: '# folders' }),
  withFolders: (size: string, count: number) =>
    `${size} and ${plural('en', count, { one: '# folder', other: '# folders' })}`,
  noMatches: 'No matches',
  /** They are never fewer than two: one is selected already. */
  selectAllMatching: (count: number, isFiltered: boolean) =>
    plural('en', count, { other: isFiltered ? 'Select all # that match' : 'Select all #' }),
  waitingForNetwork: 'Waiting for the network',
  waitingForService: 'Waiting for the service',
  nameEmpty: 'Type a name.',
  nameDots: 'A name cannot be one or two dots.',
  nameLong: 'This name is too long: 255 bytes at most. Letters beyond English take 2 to 4.',
  nameCharacters: 'A name cannot contain \\ / : * ? " < > |',
}
