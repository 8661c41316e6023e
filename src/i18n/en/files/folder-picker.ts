import { plural } from '#src/i18n/plural.ts'

/** Where a folder is chosen. */
export const folderPicker = {
  searchFolders: 'Search all folders',
  recent: 'Recent',
  foldersHere: 'Folders here',
  noFolders: 'No folders here.',
  refusedInside: 'A folder cannot go into itself.',
  refusedPresent: 'Already here. Choose another folder.',
  choiceBlocked: 'cannot go into itself',
  pickerKeys: (folder: string) =>
    `Enter opens a folder, Backspace goes up, Ctrl+Enter chooses ${folder}.`,
  moveTitle: (about: { name: string; count: number }) =>
    about.count === 1 ? `Move ${about.name}` : plural('en', about.count, { other: 'Move # items' }),
  copyTitle: (about: { name: string; count: number }) =>
    about.count === 1 ? `Copy ${about.name}` : plural('en', about.count, { other: 'Copy # items' }),
  moveTo: (folder: string) => `Move to ${folder}`,
  copyTo: (folder: string) => `Copy to ${folder}`,
}
