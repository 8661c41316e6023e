/** The list in which a folder is chosen. */
export const folderChoice = {
  searchFolders: 'Search all folders',
  recent: 'Recent',
  foldersHere: 'Folders here',
  noFolders: 'No folders here.',
  refusedInside: 'A folder cannot go into itself.',
  refusedPresent: 'Already here. Choose another folder.',
  choiceBlocked: 'cannot go into itself',
  pickerKeys: (folder: string) =>
    `Enter opens a folder, Backspace goes up, Ctrl+Enter chooses ${folder}.`,
}

export type FolderChoiceMessages = typeof folderChoice
