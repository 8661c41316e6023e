import { displayName } from '#src/i18n/names.ts'
import { plural } from '#src/i18n/plural.ts'

const quoted = (name: string) => `“${displayName(name)}”`

export const presets = {
  title: 'Presets',
  text: 'Named views, kept in this browser.',
  list: 'Presets',
  name: 'Name',
  nameHint: 'The view as it is on the page now.',
  nameEmpty: 'Type a name.',
  willReplace: (name: string) => `${quoted(name)} already exists and will be replaced.`,
  taken: (name: string) => `${quoted(name)} already exists. Choose another name.`,
  save: 'Save this view',
  replace: 'Replace',
  empty: 'No presets yet. Save the view on the page, then use it in any folder.',
  apply: 'Use',
  applyNamed: (name: string) => `Use ${displayName(name)}`,
  actionsFor: (name: string) => `Actions for ${displayName(name)}`,
  rename: 'Rename',
  renameLabel: (name: string) => `New name of ${displayName(name)}`,
  delete: 'Delete',
  saved: (name: string) => `${quoted(name)} saved.`,
  replaced: (name: string) => `${quoted(name)} replaced.`,
  renamed: (name: string) => `Renamed to ${quoted(name)}.`,
  deleted: (name: string) => `${quoted(name)} deleted.`,
  undone: 'Undone.',
  imported: (count: number) =>
    count === 0
      ? 'There is nothing new in this file.'
      : plural('en', count, { one: '# preset imported.', other: '# presets imported.' }),
  export: 'Export',
  import: 'Import…',
  fileName: 'latchkey-presets.json',
  unreadableFileName: 'latchkey-presets-unreadable.txt',
  fileMalformed: 'This file has no presets that can be read. Nothing was changed.',
  fileVersion: 'This file is from another version. Nothing was changed.',
  fileLong: 'This file is too large. Nothing was changed.',
  fileGone: 'The file could not be read. Nothing was changed.',
  notStored:
    'The browser’s storage is full or blocked. The last change is lost when this tab closes. Export the presets to keep it.',
  unreadable:
    'The presets in this browser are damaged or from another version. They are left as they are.',
  saveUnreadable: 'Save them as a file',
  startOver: 'Start over',
}

export type PresetsMessages = typeof presets
