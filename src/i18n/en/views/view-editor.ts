import { displayName } from '#src/i18n/names.ts'
import { formatNumber, plural } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'en')

export const viewEditor = {
  badAddress: 'The address does not name a folder.',
  failed: 'The view of this folder could not be loaded',
  settings: 'Settings',
  copyToSubfolders: 'Copy to subfolders…',
  copyFromFolder: 'Copy from another folder…',
  presets: 'Presets…',

  layoutUnknown: (name: string) => `Unknown layout (${displayName(name)}), kept unchanged`,
  pageSize: 'Items per page',
  pageSizeHint: (min: number, max: number) =>
    `How many are fetched at once: ${n(min)} to ${n(max)}.`,
  thumbnails: 'Show thumbnails',
  galleryWidth: 'Picture width in the gallery',
  galleryWidthNumber: 'Picture width in px',
  faults: {
    empty: (min: number, max: number) => `Type a number from ${n(min)} to ${n(max)}.`,
    notWhole: (min: number, max: number) =>
      `Only digits: a whole number from ${n(min)} to ${n(max)}.`,
    tooSmall: (min: number) => `At least ${n(min)}.`,
    tooLarge: (_min: number, max: number) => `At most ${n(max)}.`,
  },

  columns: 'Columns in the list',
  columnFixed: 'The name is always shown.',
  columnUnknownHint: 'kept unchanged',
  columnWidthAuto: 'auto',
  columnWidthFault: (min: number, max: number) =>
    `A whole number from ${n(min)} to ${n(max)}. Empty for the default width.`,
  columnMove: (name: string) => `Move ${displayName(name)}`,
  columnMoveHint: 'Arrow keys move it, Home and End to the ends.',
  columnMoved: (name: string, place: number, of: number) =>
    `${displayName(name)} is now column ${n(place)} of ${n(of)}`,
  columnsMore: (count: number) => plural('en', count, { other: 'Show the other # columns' }),
  columnsFull: (most: number) => `${n(most)} columns at most.`,
  preview: 'Preview',
  previewCount: (count: number, isAll: boolean) =>
    plural(
      'en',
      count,
      isAll
        ? { one: '# item of this folder', other: '# items of this folder' }
        : { one: 'First # item of this folder', other: 'First # items of this folder' },
    ),
  previewNoPictures: 'No pictures in this folder: these are samples.',
  previewSample: 'This folder is empty: these rows are samples.',
  sample: {
    folder: 'Folder',
    photo: 'Photo.jpg',
    portrait: 'Portrait.jpg',
    song: 'Song.mp3',
    film: 'Film.mp4',
    letter: 'Letter.docx',
    table: 'Table.xlsx',
    notes: 'Notes.txt',
  },

  origin: {
    own: 'Own view',
    standard: 'Default view',
    inherited: 'Inherited from',
  },

  changes: (count: number) =>
    count === 0 ? 'No changes' : plural('en', count, { one: '# change', other: '# changes' }),
  changesList: 'What changes',
  discard: 'Discard',
  saveAndLeave: 'Save and leave',
  saveAndApply: 'Save and apply to subfolders…',
  save: 'Save view',
  reset: 'Reset to default',
  undo: 'Undo',
  redo: 'Redo',
  fixInvalidField: 'Correct the marked field first.',
  notSaved: 'The view was not saved. Your changes are kept.',
  rejected: {
    page_size: 'The service did not accept this number of items.',
    gallery_width: 'The service did not accept this width.',
    order: 'The service did not accept this order.',
    view: 'The service did not accept this layout.',
    columns: 'The service did not accept these columns.',
  },
  gone: 'This folder is no longer here. Your changes are kept.',
  goneTo: (folder: string) =>
    `This folder is now at ${displayName(folder)}. Your changes are kept.`,
  notOwner: 'Only the owner of this folder can save its view. Your changes are kept.',

  readOnly: 'Only the owner can save this view. You can still use another one for now.',
  viewWithoutSaving: 'Use for now',
  hidden: 'Views are off for your account: what you save is kept, but not shown.',

  conflict: 'This view was changed elsewhere while you were editing it.',
  conflictGone: 'This view was removed elsewhere while you were editing it.',
  conflictTheirs: 'Changed elsewhere',
  keepMine: 'Keep mine',
  takeTheirs: 'Use theirs',

  leaveText: (folder: string, count: number) =>
    plural('en', count, {
      one: `One change to the view of ${displayName(folder)} is not saved.`,
      other: `# changes to the view of ${displayName(folder)} are not saved.`,
    }),
}

export type ViewEditorMessages = typeof viewEditor
