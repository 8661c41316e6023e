import { plural } from '#src/i18n/plural.ts'

/** Two items of the same name. */
export const nameClash = {
  keepBoth: 'Keep both',
  newer: 'Newer wins',
  replace: 'Replace',
  skip: 'Skip',
  rule: (count: number) => plural('en', count, { one: 'What to do', other: 'For all #' }),
  skipAll: (count: number) => plural('en', count, { one: 'Skip it', other: 'Skip all #' }),
  table: 'Names that are taken',
  name: 'Name',
  choice: 'What to do',
  choiceFor: (name: string) => `What to do with ${name}`,
  more: (count: number) =>
    plural('en', count, { one: 'and # more item', other: 'and # more items' }),
  present: 'Already there',
  deleted: 'In the trash',
  /** A time follows. */
  wasDeleted: 'deleted ',
  isNewer: 'newer',
  folder: 'Folder',
  offline: 'Not known while you are offline',
  another: 'Another of these items',
}
