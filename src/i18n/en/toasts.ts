import { displayName } from '../names.ts'
import { plural } from '../plural.ts'

const quoted = (name: string) => `“${displayName(name)}”`

export const toasts = {
  copied: ({ count }: { count: number }) =>
    plural('en', count, { one: 'Link copied', other: '# links copied' }),
  clipped: ({ count, kind }: { count: number; kind: 'copy' | 'cut' }) =>
    kind === 'cut'
      ? plural('en', count, {
          one: '# item is ready to move. Paste it into a folder.',
          other: '# items are ready to move. Paste them into a folder.',
        })
      : plural('en', count, {
          one: '# item is ready to copy. Paste it into a folder.',
          other: '# items are ready to copy. Paste them into a folder.',
        }),
  presetDeleted: ({ name }: { name: string }) => `Preset ${quoted(name)} deleted`,
  pasteRefused: ({ refusal }: { refusal: 'inside' | 'present' }): string =>
    refusal === 'inside'
      ? 'A folder cannot go into itself.'
      : 'Already here. Paste into another folder.',
  viewSaved: ({ lookedUp }: { lookedUp: boolean }): string =>
    lookedUp ? 'The answer got lost on its way. The view was found to be saved.' : 'View saved',
}
