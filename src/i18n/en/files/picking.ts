import { plural } from '#src/i18n/plural.ts'

/** Names being typed, and folders being chosen. */
export const picking = {
  nameEmpty: 'Type a name.',
  nameDots: 'A name cannot be one or two dots.',
  nameLong: 'This name is too long: 255 bytes at most. Letters beyond English take 2 to 4.',
  nameCharacters: 'A name cannot contain \\ / : * ? " < > |',
  searchFolders: 'Search folders',
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
