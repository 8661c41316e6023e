import { displayName } from '#src/i18n/names.ts'
import { formatNumber, plural } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'en')

export const viewSettings = {
  title: 'View settings',
  back: 'Back to the folder',
  badAddress: 'The address does not name a folder.',
  failed: 'The view of this folder could not be loaded',
  settings: 'Settings',

  layout: 'Layout',
  layouts: { list: 'List', grid: 'Grid', gallery: 'Gallery' },
  layoutUnknown: (name: string) => `Unknown layout (${displayName(name)}), kept unchanged`,
  sortBy: 'Sort by',
  sortKeys: { name: 'Name', size: 'Size', modified: 'Modified', created: 'Created' },
  direction: 'Direction',
  directions: {
    name: { asc: 'A to Z', desc: 'Z to A' },
    size: { asc: 'Smallest', desc: 'Largest' },
    modified: { asc: 'Oldest', desc: 'Newest' },
    created: { asc: 'Oldest', desc: 'Newest' },
    other: { asc: 'Ascending', desc: 'Descending' },
  },
  orderUnknown: (order: string) => displayName(order),
  pageSize: 'Items per page',
  pageSizeHint: (min: number, max: number) =>
    `How many are fetched at once: ${n(min)} to ${n(max)}.`,
  saveForFolder: 'Save for this folder',
  thumbnailsHeading: 'Thumbnails',
  thumbnailsOn: 'Shown',
  thumbnailsOff: 'Hidden',
  thumbnails: 'Show thumbnails',
  galleryWidth: 'Picture width in the gallery',
  galleryWidthNumber: 'Picture width in px',
  px: 'px',
  faults: {
    empty: (min: number, max: number) => `Type a number from ${n(min)} to ${n(max)}.`,
    notWhole: (min: number, max: number) =>
      `Only digits: a whole number from ${n(min)} to ${n(max)}.`,
    tooSmall: (min: number) => `At least ${n(min)}.`,
    tooLarge: (_min: number, max: number) => `At most ${n(max)}.`,
  },

  columns: 'Columns in the list',
  columnCount: (count: number) => plural('en', count, { one: '# column', other: '# columns' }),
  columnFixed: 'The name is always shown.',
  columnUnknown: (type: number) => `Unknown column (${type})`,
  columnUnknownHint: 'kept unchanged',
  columnWidth: (name: string) => `Width of ${displayName(name)} in px`,
  columnWidthAuto: 'auto',
  columnWidthFault: (min: number, max: number) =>
    `A whole number from ${n(min)} to ${n(max)}. Empty for the default width.`,
  columnMove: (name: string) => `Move ${displayName(name)}`,
  columnMoveHint: 'Arrow keys move it, Home and End to the ends.',
  columnRemove: (name: string) => `Remove ${displayName(name)}`,
  columnMoved: (name: string, place: number, of: number) =>
    `${displayName(name)} is now column ${n(place)} of ${n(of)}`,
  columnRemoved: (name: string) => `${displayName(name)} removed`,
  columnAdded: (name: string) => `${displayName(name)} added`,
  columnsMore: (count: number) => plural('en', count, { other: 'Show the other # columns' }),
  columnsFull: (most: number) => `${n(most)} columns at most.`,
  columnAdd: 'Add column',
  columnAddNew: 'Add column…',
  columnMenu: (name: string) => `Column ${displayName(name)}`,
  columnResize: 'Change width',
  columnDefaultWidth: 'Default width',
  columnSearch: 'Search columns',
  columnChoices: 'Columns',
  columnPresent: 'already shown',
  columnByKey: (key: string) => `Metadata ${displayName(key)}`,
  columnNone: 'No such column. Type the key of any metadata, such as exif:iso.',
  columnGroups: {
    general: 'General',
    picture: 'Pictures',
    media: 'Music and video',
    place: 'Places',
    property: 'Custom properties',
    metadata: 'Metadata',
  },

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
  change: {
    layout: (from: string, to: string) => `Layout: ${from} → ${to}`,
    sort: (from: string, to: string) => `Sort: ${from} → ${to}`,
    pageSize: (from: number, to: number) => `Items per page: ${n(from)} → ${n(to)}`,
    thumbnails: (isOn: boolean) => `Thumbnails: ${isOn ? 'off → on' : 'on → off'}`,
    galleryWidth: (from: number, to: number) => `Width: ${n(from)} → ${n(to)}`,
    columns: (parts: readonly string[]) => `Columns: ${parts.join(', ')}`,
    columnOrder: 'new order',
    columnsNamed: 'named one by one',
    columnWidths: 'widths',
    /** `folder` is the one above. */
    reset: (folder: string) => `Use the view of ${displayName(folder)}`,
    resetRoot: 'Use the default view',
    typed: 'A field is not finished',
  },
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

  leaveTitle: 'Leave without saving?',
  leaveText: (folder: string, count: number) =>
    plural('en', count, {
      one: `One change to the view of ${displayName(folder)} is not saved.`,
      other: `# changes to the view of ${displayName(folder)} are not saved.`,
    }),
  leaveStay: 'Stay',
  leaveDiscard: 'Discard and leave',
}
