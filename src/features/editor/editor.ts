import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { isTransient } from '#src/api/transient-errors.ts'
import { parentUri } from '#src/contract/uri.ts'
import { site } from '#src/features/session/site.ts'
import { defineMutation } from '#src/jobs/define-mutation.ts'
import { createWriteMeta } from '#src/jobs/invalidation.ts'
import { forgetLocksOfItems } from '#src/jobs/locks/locked-items.ts'
import type { Operation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import type { Overwritten } from './edited-text-state.ts'
import { EditedText } from './edited-text.ts'
import { openText } from './open-text.ts'
import { saveTextCopy, type TextCopy } from './save-text-copy.ts'

const saving = (name: string): Operation => ({ kind: 'save', name, count: 1 })
const meta = createWriteMeta({ invalidates: () => [] })
const listKey = (uri: string) => keys.files.list(parentUri(uri) ?? uri)

export const editor = {
  /**
   * A text, opened and locked where possible. Every page that opens it opens it anew, since a cached lock could be
   * gone.
   */
  text: (uri: string) =>
    queryOptions({
      queryKey: keys.files.editedText(uri),
      queryFn: async ({ client, signal }) => {
        const config = client.ensureQueryData(site.explorer())
        return new EditedText(await openText(uri, config, signal))
      },
      structuralSharing: false,
      staleTime: Infinity,
      gcTime: 0,
      retry: (failures, error) => isTransient(error) && failures < 2,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),

  /** The text as it is stored now, read anew each time that it is shown. */
  storedText: (edited: EditedText) =>
    queryOptions({
      queryKey: keys.files.storedText(edited.fileId),
      queryFn: () => edited.storedText(),
      gcTime: 0,
      // The dialog has a Retry button.
      retry: false,
      refetchOnWindowFocus: false,
    }),

  /** Saves under our lock, or over the version that was read; in a conflict over what `overwrites` names. */
  save: (edited: EditedText, name: string) =>
    defineMutation<{ text: string; overwrites?: Overwritten | undefined }, void>({
      send: async ({ text, overwrites }) => {
        await edited.save(text, overwrites)
        forgetLocksOfItems([{ id: edited.fileId, uri: edited.state().uri }])
      },
      operation: () => saving(name),
      invalidates: () => [
        listKey(edited.state().uri),
        keys.files.info(edited.state().uri),
        keys.users.capacity(),
      ],
      isInline: true,
    }),

  /** Takes the missing lock; a conflict opens the lock dialog. */
  relock: (edited: EditedText, name: string) =>
    defineMutation<void, void>({
      send: () => edited.relock(),
      operation: () => ({ kind: 'edit', name, count: 1 }),
      invalidates: () => [],
      isInline: true,
    }),

  /** Reads the text again and discards what was typed. */
  load: (edited: EditedText) =>
    mutationOptions({
      mutationFn: () => edited.load(),
      meta,
    }),

  /** Goes on where the file was found after it had been moved. */
  follow: (edited: EditedText) =>
    mutationOptions({
      mutationFn: () => edited.follow(),
      meta,
    }),

  /** Resolves to the URI of the copy, undefined when the user cancels. */
  saveCopy: () =>
    defineMutation<TextCopy, string | undefined>({
      send: saveTextCopy,
      operation: ({ name }) => saving(name),
      // The copy may be in a folder that the user has named.
      invalidates: () => [keys.files.lists(), keys.users.capacity()],
      isInline: true,
    }),
}
