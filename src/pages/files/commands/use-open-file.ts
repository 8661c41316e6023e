import { useQueryClient } from '@tanstack/react-query'
import { parseUri } from '#src/contract/uri.ts'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { ownFilesUri } from '#src/features/links/visit/own-links.ts'
import { shortcutHref } from '#src/features/links/visit/shortcuts.ts'
import { useSessionStatus } from '#src/features/session/use-session.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { isMarkdown, isPlainText, maxTextBytes } from '#src/lib/names/plain-text.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { OpenFolder } from '#src/pages/files/folder/open-folder.ts'
import { type FilesUrl, folderHref } from '#src/pages/files/url.ts'
import { commandsForRows } from './commands.ts'

const hasViewer: ReadonlySet<string> = new Set(['image', 'video', 'audio'])

/** What a double click or Enter does with a row: its folder, the viewer, the editor, else its details. */
export function useOpenFile({
  folder,
  change,
  onLeave,
  onDetails,
}: {
  folder: OpenFolder
  change: (part: Partial<FilesUrl>) => void
  /** Navigates away from the row with this URI. */
  onLeave: (row: string, to: string) => void
  onDetails: (row: FileRow) => void
}): (row: FileRow) => void {
  // Visitors who are not signed in have no editor.
  const isSignedIn = useSessionStatus() !== 'out'
  const client = useQueryClient()

  /** Whether a text behind a link is only shown: to visitors, and in Markdown to whoever may not change it. */
  const isOnlyShown = (row: FileRow, rowUri: string) => {
    if (parseUri(rowUri).host !== 'share') return false
    const may = commandsForRows(folder, [row])
    return (
      may.includes('download') && !(isSignedIn && (may.includes('rename') || !isMarkdown(row.name)))
    )
  }
  /** The owner of a link edits her own file: reading it through the link would spend a download. */
  const openEditor = async (rowUri: string) => {
    const isOwned = folder.list.head?.isOwned === true
    const uri = isOwned ? await ownFilesUri(client, rowUri) : rowUri
    onLeave(rowUri, `/edit?${new URLSearchParams({ uri }).toString()}`)
  }
  return (row) => {
    const rowUri = uriOfRow(row, folder.uri)
    const isText = isPlainText(row.name) && row.size <= maxTextBytes
    if (row.shortcut && rowUri !== null) onLeave(rowUri, shortcutHref(row))
    else if (row.isUploading) onDetails(row)
    else if (row.isFolder && rowUri !== null) onLeave(rowUri, folderHref(rowUri))
    else if (hasViewer.has(kindOfName(row.name, row.isFolder)))
      change({ image: row.id, focus: null, open: null })
    else if (isText && rowUri !== null && isOnlyShown(row, rowUri))
      change({ image: row.id, focus: null, open: null })
    else if (
      isText &&
      rowUri !== null &&
      isSignedIn &&
      commandsForRows(folder, [row]).includes('download')
    )
      void openEditor(rowUri)
    else onDetails(row)
  }
}
