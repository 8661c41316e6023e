import { plural } from '#src/i18n/plural.ts'

/** Why a folder is chosen. */
export const folderPicker = {
  moveTitle: (about: { name: string; count: number }) =>
    about.count === 1 ? `Move ${about.name}` : plural('en', about.count, { other: 'Move # items' }),
  copyTitle: (about: { name: string; count: number }) =>
    about.count === 1 ? `Copy ${about.name}` : plural('en', about.count, { other: 'Copy # items' }),
  moveTo: (folder: string) => `Move to ${folder}`,
  copyTo: (folder: string) => `Copy to ${folder}`,
}
