import { displayName } from '#src/i18n/names.ts'
import { formatNumber, plural } from '#src/i18n/plural.ts'

/** Names that are taken in the folder that items are moved or copied to. */
export const transfers = {
  title: (count: number, folder: string) =>
    `${plural('en', count, { one: '# name is', other: '# names are' })} taken in ${displayName(folder)}`,
  text: (count: number, total: number, kind: 'move' | 'copy') => {
    const done = kind === 'move' ? 'moved' : 'copied'
    return count === total
      ? plural('en', count, {
          one: `What should happen with the item that is ${done}?`,
          other: `What should happen with the items that are ${done}?`,
        })
      : plural('en', total - count, {
          one: `The other one will be ${done} in any case.`,
          other: `The other # will be ${done} in any case.`,
        })
  },
  move: 'To be moved',
  copy: 'To be copied',
  /** `kept`: names of items that cannot take the place of another, since one of the two is a folder. */
  replaceHint: (count: number, kept: readonly string[]) =>
    [
      plural('en', count, {
        one: 'The file in the folder goes to the trash.',
        other: 'The # files in the folder go to the trash.',
      }),
      ...(kept.length > 0
        ? [
            plural('en', kept.length, {
              one: `“${displayName(kept[0] ?? '')}” is kept beside what is there.`,
              other: '# more are kept beside what is there.',
            }),
          ]
        : []),
    ].join(' '),
  newerHint: (count: number): string =>
    count === 1
      ? 'If the file in the folder is older, it goes to the trash. If it is newer, it stays.'
      : 'Older files in the folder go to the trash. Where the file there is newer, it stays.',
  confirm: (kind: 'move' | 'copy', count: number) =>
    plural('en', count, {
      one: `${kind === 'move' ? 'Move' : 'Copy'} # item`,
      other: `${kind === 'move' ? 'Move' : 'Copy'} # items`,
    }),
  skipHint: (count: number): string =>
    count === 1
      ? 'The item stays where it is.'
      : `The ${formatNumber(count, 'en')} items stay where they are.`,
}
