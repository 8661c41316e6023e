import { displayName } from '#src/i18n/names.ts'

/** A folder that was renamed, moved or deleted elsewhere. */
export const folderGone = {
  title: (name: string) => `“${displayName(name)}” is no longer here`,
  nowAt: (folder: string) => `This folder is now at ${displayName(folder)}.`,
  deleted: 'This folder no longer exists: it was deleted, or moved to where you cannot see it.',
  whereInstead: (where: string) => `${where} Where should this go?`,
  continueThere: 'Continue there',
  goUp: 'Go up',
  choose: 'Choose a folder…',
  chooseTitle: 'Choose another folder',
  chooseVerb: (folder: string) => `Continue in ${folder}`,
}
