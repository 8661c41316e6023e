import { formatNumber, plural } from '#src/i18n/plural.ts'

export const cleanUp = {
  /** `isAtLeast`: there may be more that this browser has not asked about. */
  title: (count: number, isAtLeast: boolean) => {
    if (count === 0) return 'Clean up'
    const about = isAtLeast ? 'at least ' : ''
    return plural('en', count, {
      one: `Clean up ${about}# dead link`,
      other: `Clean up ${about}# dead links`,
    })
  },
  text: 'What is ticked is deleted. The files stay.',
  search: 'Search these links',
  folderUnknown: 'Folder unknown',
  findFolders: (count: number) =>
    plural('en', count, {
      one: 'Find the folder of # link',
      other: 'Find the folders of # links',
    }),
  /** How many of them the search finds. */
  matches: (count: number, isAtLeast: boolean) => {
    const about = isAtLeast ? 'At least ' : ''
    return plural('en', count, { one: `${about}# link`, other: `${about}# links` })
  },
  noMatches: 'No dead or never opened link matches.',
  neverOpened: 'Never opened',
  cause: (state: string, count: number, isAtLeast: boolean) =>
    `${state} · ${isAtLeast ? 'at least ' : ''}${formatNumber(count, 'en')}`,
  about: {
    sourceGone:
      'Their items are in the trash, in a deleted folder or permanently deleted. Once restored, the same link works again.',
    expired:
      'These can still be revived while their items are there: with a new expiry, and a higher limit where all downloads are used, the same link works again.',
    usedUp:
      'These can still be revived while their items are there: with a new limit the same link works again.',
    neverOpened: 'Nobody has opened these so far. Tick those that are not needed.',
  },
  more: (count: number) =>
    plural('en', count, { one: 'and # more link', other: 'and # more links' }),
}

export type CleanUpMessages = typeof cleanUp
