/** What `files` says of what is opened in it. */
export const filesRest = {
  unfinishedHint: 'Upload the same file here again to go on with it.',
  uploadFiles: 'Upload files',
  uploadFolder: 'Upload a folder',
  move: 'Move…',
  copy: 'Copy…',
  duplicate: 'Make a copy',
  location: 'Location',
  showInFolder: 'Show in folder',
  gone: 'This item is no longer in this folder.',
  newFolderName: 'Name of the new folder',
  renameLabel: (name: string) => `New name of ${name}`,
}
