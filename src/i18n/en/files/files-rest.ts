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
  newFolderName: 'Name of the new folder',
  renameLabel: (name: string) => `New name of ${name}`,
}
