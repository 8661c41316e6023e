import type { QueryClient } from '@tanstack/react-query'
import { describeError } from '#src/features/errors/describe-error.ts'
import type { Messages } from '#src/i18n/messages.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import * as downloads from './downloads.ts'
import * as shortcuts from './shortcut-download.ts'

/* Downloads, with the words of the text that an archive has when it is not complete. */

const describeMissing =
  (t: Messages): downloads.DescribeMissingItems =>
  (missing) => {
    const messages = t.operations.zips
    const lines = missing.map(({ path, error }) => `${path}: ${describeError(error, t).title}`)
    return { name: messages.noteName, text: [messages.noteText, '', ...lines, ''].join('\r\n') }
  }

export const downloadItemsWithMissingNote = (
  client: QueryClient,
  items: readonly FileRow[],
  t: Messages,
): Promise<void> => downloads.downloadItems(client, items, describeMissing(t))

export const downloadLinkWithMissingNote = (
  client: QueryClient,
  link: LinkRecord,
  t: Messages,
): Promise<void> => downloads.downloadLinkTarget(client, link, describeMissing(t))

export const downloadShortcutWithMissingNote = (
  client: QueryClient,
  row: FileRow,
  t: Messages,
): Promise<boolean> => shortcuts.downloadShortcut(client, row, describeMissing(t))
