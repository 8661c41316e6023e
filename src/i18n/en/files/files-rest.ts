import { plural } from '#src/i18n/plural.ts'

/** Messages of `files` for what is opened in a folder. */
export const filesRest = {
  unfinishedHint: 'Upload the same file here again to continue.',
  uploadFiles: 'Upload files…',
  uploadFolder: 'Upload a folder…',
  move: 'Move…',
  copy: 'Copy…',
  duplicate: 'Make a copy',
  location: 'Location',
  showInFolder: 'Show in folder',
  gone: 'This item is no longer in this folder.',
  deleteOfOthers: (about: { name: string; count: number }) =>
    about.count === 1
      ? `Delete “${about.name}”?`
      : plural('en', about.count, { other: 'Delete # items?' }),
  deleteOfOthersText: (count: number): string =>
    count === 1
      ? 'It goes to the owner’s trash. Only the owner can restore it.'
      : 'They go to the owner’s trash. Only the owner can restore them.',
  newFolderName: 'Name of the new folder',
  renameLabel: (name: string) => `New name of ${name}`,
}
