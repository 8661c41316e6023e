import { plural } from '#src/i18n/plural.ts'

/** Links to several items at once. */
export const newLink = {
  title: 'New link',
  searchItems: 'Search this folder',
  itemsHere: 'Items here',
  nothingHere: 'This folder is empty.',
  pickerKeys: 'Space picks an item, Enter opens a folder, Ctrl+Enter continues.',
  share: (count: number) =>
    count === 0 ? 'Share' : plural('en', count, { one: 'Share # item', other: 'Share # items' }),
  formTitle: (count: number) => plural('en', count, { other: 'Share # items, one link each' }),
  create: (count: number) => plural('en', count, { other: 'Create # links' }),
  progress: (part: number, count: number) => `Creating ${part} of ${count}`,
  retry: (count: number) => plural('en', count, { one: 'Retry', other: 'Retry the # that failed' }),
  createdTitle: (done: number, count: number) =>
    done === count
      ? plural('en', count, { one: '# link created', other: '# links created' })
      : `${done} of ${plural('en', count, { other: '# links' })} created`,
}
