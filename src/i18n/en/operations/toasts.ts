import { displayName } from '#src/i18n/names.ts'
import { formatNumber, plural } from '#src/i18n/plural.ts'
import type { ConcurrentTrashChangeCounts } from '#src/lib/operation.ts'

const quoted = (name: string) => `“${displayName(name)}”`

export const toasts = {
  copied: ({ count }: { count: number }) =>
    plural('en', count, { one: 'Link copied', other: '# links copied' }),
  exported: ({ count }: { count: number }) =>
    plural('en', count, { one: '# link exported', other: '# links exported' }),
  copiedDead: ({ count, dead }: { count: number; dead: number }) =>
    plural('en', count, {
      one: 'Dead link copied. Nobody can open it.',
      other:
        dead < count
          ? '# links copied. Some of them are dead.'
          : '# dead links copied. Nobody can open them.',
    }),
  addedToClipboard: ({ count, kind }: { count: number; kind: 'copy' | 'cut' }) =>
    kind === 'cut'
      ? plural('en', count, {
          one: '# item is ready to move. Paste it into a folder.',
          other: '# items are ready to move. Paste them into a folder.',
        })
      : plural('en', count, {
          one: '# item is ready to copy. Paste it into a folder.',
          other: '# items are ready to copy. Paste them into a folder.',
        }),
  sendNow: 'Delete now',
  notSignedOut: 'You were not signed out at the service.',
  notLoaded: {
    account: 'Your account could not be refreshed.',
    details: 'The details could not be refreshed.',
    folder: 'This folder could not be refreshed.',
    list: 'The rest of the list could not be loaded.',
    localFiles: 'The chosen files could not be read.',
    search: 'The search could not be refreshed.',
    settings: 'The settings of the service could not be refreshed.',
    links: 'Your links could not be refreshed.',
    trash: 'The trash could not be refreshed.',
  },
  /** `name` is that of the first; `until`: when they end, or when the first and the last of them do. */
  linkEdited: ({
    name,
    count = 1,
    until,
  }: {
    name: string
    count?: number
    until: string | null
  }) => {
    const [links, never] =
      count === 1
        ? [`The link to ${quoted(name)} works`, 'and never expires']
        : [`${formatNumber(count, 'en')} links work`, 'and never expire']
    return `${links} ${until === null ? never : `until ${until}`}`
  },
  /** Links that were changed, before what is true of all of them. */
  linksNow: (name: string, count: number) =>
    count === 1 ? `Link to ${quoted(name)}` : `${formatNumber(count, 'en')} links`,
  downloadLimit: (limit: number | null) =>
    limit === null
      ? 'no download limit'
      : plural('en', limit, { one: 'up to # download', other: 'up to # downloads' }),
  presetDeleted: ({ name }: { name: string }) => `Preset ${quoted(name)} deleted`,
  renameTo: (name: string) => `Rename to ${displayName(name)}`,
  renamed: ({ from, to }: { from: string; to: string }) =>
    `${quoted(from)} renamed to ${quoted(to)}`,
  pasteRefused: ({ refusal }: { refusal: 'inside' | 'present' | 'notOwn' }): string =>
    ({
      inside: 'A folder cannot go into itself.',
      present: 'Already here. Paste into another folder.',
      notOwn: 'Copies and moves go to your own files only.',
    })[refusal],
  alreadyUndone: ({
    name,
    back,
    gone,
    inFolders = 0,
    trashed = 0,
  }: { name: string } & ConcurrentTrashChangeCounts): string => {
    if (back + gone + inFolders + trashed === 1) {
      const where = trashed > 0 ? 'in the trash already' : 'in the trash with its folder'
      return `${quoted(name)} is ${back > 0 ? 'back already' : where}.`
    }
    const parts = [
      trashed > 0 &&
        plural('en', trashed, {
          one: '# item is in the trash already.',
          other: '# items are in the trash already.',
        }),
      back > 0 &&
        plural('en', back, { one: '# item is back already.', other: '# items are back already.' }),
      inFolders > 0 &&
        plural('en', inFolders, {
          one: '# is in the trash with its folder.',
          other: '# are in the trash with their folders.',
        }),
      gone > 0 && plural('en', gone, { one: '# no longer exists.', other: '# no longer exist.' }),
    ]
    return parts.filter((part) => part !== false).join(' ')
  },
  isInUse: 'Another operation has not ended yet.',
  notUploaded: ({ name, count }: { name: string; count: number }): string =>
    count === 1
      ? `${quoted(name)} has not finished uploading.`
      : `${formatNumber(count, 'en')} files have not finished uploading.`,
  copySaved: ({ name }: { name: string }): string =>
    `Saved as “${displayName(name)}”. What you have typed since is not in it.`,
  uploadedElsewhere: ({ count }: { count: number }): string =>
    plural('en', count, {
      one: 'Another tab goes on with this file.',
      other: 'Another tab goes on with these # files.',
    }),
  viewChanged: { layout: 'Layout changed for now', columns: 'Columns changed for now' },
  viewNotTakenBack: ({ name }: { name: string }) =>
    `The view of ${quoted(name)} was not taken back: it has been changed since.`,
  viewSaved: ({ lookedUp, isUndo }: { lookedUp: boolean; isUndo: boolean }): string => {
    if (isUndo) return 'View change undone'
    return lookedUp ? 'The answer was lost, but the view is saved.' : 'View saved'
  },
}
