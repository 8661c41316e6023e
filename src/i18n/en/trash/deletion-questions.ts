import { plural } from '#src/i18n/plural.ts'

/** Asking before items are deleted permanently, or the trash is emptied. */
export const deletionQuestions = {
  confirmDelete: 'Delete permanently',
  confirmEmpty: 'Empty trash',
  deleteTitle: (about: { name: string; count: number }) =>
    about.count === 1
      ? `Permanently delete “${about.name}”?`
      : plural('en', about.count, { other: 'Permanently delete # items?' }),
  /** `size` in words, empty when it is not known. */
  deleteText: (count: number, size: string, hasFolders: boolean) =>
    [
      size && `${size[0]?.toUpperCase()}${size.slice(1)} will be freed.`,
      hasFolders &&
        (count === 1
          ? 'The folder is deleted with everything in it.'
          : 'Folders are deleted with everything in them.'),
      'Any share links are deleted too.',
      'This cannot be undone.',
    ]
      .filter(Boolean)
      .join(' '),
  emptyTitle: 'Empty the trash?',
  /** `isSoFar`: more items are still being read. */
  emptyText: (count: number, size: string, isSoFar: boolean) =>
    `${isSoFar ? 'At least ' : ''}${plural('en', count, { one: '# item', other: '# items' })}${size && `, ${size},`} will be permanently deleted, and any share links to ${count === 1 ? 'it' : 'them'}. This cannot be undone.`,
}

export type DeletionQuestionMessages = typeof deletionQuestions
