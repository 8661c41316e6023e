import { plural } from '#src/i18n/plural.ts'

/** Two items of the same name. */
export const nameClash = {
  keepBoth: 'Keep both',
  replace: 'Replace',
  skip: 'Skip',
  forAll: (choice: string, count: number) =>
    `${choice}, ${plural('en', count, { other: 'for all #' })}`,
  present: 'Already there',
  deleted: 'In the trash',
  wasChanged: 'changed',
  wasDeleted: 'deleted',
  folder: 'a folder',
}
