import { displayName } from '#src/i18n/names.ts'
import { plural } from '#src/i18n/plural.ts'

const quoted = (name: string) => `“${displayName(name)}”`

export const presets = {
  entry: 'Presets…',
  title: 'Presets',
  text: 'Views under a name, kept in this browser for you.',
  list: 'Presets',
  name: 'Name',
  nameHint: 'The view as it is on the page now.',
  nameEmpty: 'Type a name.',
  willReplace: (name: string) => `${quoted(name)} is there already and will be replaced.`,
  taken: (name: string) => `${quoted(name)} is there already. Choose another name.`,
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
      ? 'Nothing new in this file: all of it is here already.'
      : plural('en', count, { one: '# preset imported.', other: '# presets imported.' }),
  export: 'Export',
  import: 'Import',
  fileName: 'latchkey-presets.json',
  unreadableFileName: 'latchkey-presets-unreadable.txt',
  fileMalformed: 'This file holds no presets that can be read. Nothing was changed.',
  fileVersion:
    'This file was written by another version of this page and cannot be read here. Nothing was changed.',
  fileLong: 'This file is too large to hold presets. Nothing was changed.',
  fileGone: 'The file could not be read. Nothing was changed.',
  notStored:
    'The browser did not keep the last change: its storage is full or blocked. It is gone when this tab closes. Export the presets to keep them.',
  unreadable:
    'The presets in this browser cannot be read: they are damaged, or another version of this page wrote them. They are left as they are.',
  saveUnreadable: 'Save them as a file',
  startOver: 'Start over',
}
