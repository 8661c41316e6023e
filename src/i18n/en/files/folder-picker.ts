import { plural } from '#src/i18n/plural.ts'

/** Why a folder is chosen, and before items of somebody else are deleted. */
export const folderPicker = {
  deleteOfOthers: (about: { name: string; count: number }) =>
    about.count === 1
      ? `Delete “${about.name}”?`
      : plural('en', about.count, { other: 'Delete # items?' }),
  deleteOfOthersText: (count: number): string =>
    count === 1
      ? 'It goes to the owner’s trash. Only the owner can restore it.'
      : 'They go to the owner’s trash. Only the owner can restore them.',
  moveTitle: (about: { name: string; count: number }) =>
    about.count === 1 ? `Move ${about.name}` : plural('en', about.count, { other: 'Move # items' }),
  copyTitle: (about: { name: string; count: number }) =>
    about.count === 1 ? `Copy ${about.name}` : plural('en', about.count, { other: 'Copy # items' }),
  moveTo: (folder: string) => `Move to ${folder}`,
  copyTo: (folder: string) => `Copy to ${folder}`,
}

export type FolderPickerMessages = typeof folderPicker
