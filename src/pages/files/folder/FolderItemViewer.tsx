import { useQuery } from '@tanstack/react-query'
import { parseUri } from '#src/contract/uri.ts'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { useLinkPassword } from '#src/features/links/visit/link-passwords.ts'
import { ownLinks, toOwnFilesUri } from '#src/features/links/visit/own-links.ts'
import { useSessionStatus, useUserId } from '#src/features/session/use-session.ts'
import { isShownAsText } from '#src/features/viewer/link/preview-kind.ts'
import { TextViewerDialog } from '#src/features/viewer/link/TextViewerDialog.tsx'
import { MediaLightbox } from '#src/features/viewer/picture/MediaLightbox.tsx'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { rowsWithUris } from '#src/pages/files/commands/command-rows.ts'
import { commandsForRows } from '#src/pages/files/commands/commands.ts'
import type { FolderCommands } from '#src/pages/files/commands/use-file-commands.ts'
import type { FilesUrl } from '#src/pages/files/url.ts'
import { useMayOpen } from '#src/ui/dialogs/dialog-hold.ts'
import type { OpenFolder } from './open-folder.ts'

/** Shows an item of the folder above it: a picture, a recording, or a text behind a link. */
export function FolderItemViewer({
  id,
  folder,
  commands,
  change,
}: {
  id: string
  folder: OpenFolder
  commands: FolderCommands
  change: (part: Partial<FilesUrl>, replace?: boolean) => void
}) {
  const { uri: place, list, rows } = folder
  const isSignedIn = useSessionStatus() !== 'out'
  const mayOpen = useMayOpen()
  const close = (row: FileRow | undefined) =>
    change({ image: null, focus: row ? uriOfRow(row, place) : null }, true)
  const showDetails = (row: FileRow) =>
    change({ image: null, open: row.id, focus: uriOfRow(row, place) }, true)
  const rowIndex = list.rowIndexOfId(id)
  const row = rowIndex === undefined ? undefined : list.at(rowIndex)
  const uri = row && uriOfRow(row, place)
  const { host, id: linkId = '' } = parseUri(place)
  const isOwnLink = host === 'share' && list.head?.isOwned === true
  // The owner of a link reads her own files: reading them through the link would spend its downloads.
  const own = useQuery({
    ...ownLinks.source(linkId, useLinkPassword(linkId), useUserId() ?? ''),
    enabled: isOwnLink,
  })
  if (!mayOpen || (isOwnLink && own.isPending)) return null
  const contentUriOf = (of: FileRow) => {
    const at = uriOfRow(of, place)
    return at && own.data ? toOwnFilesUri(own.data, at) : at
  }
  if (row && uri && isShownAsText(row.name) && parseUri(uri).host === 'share') {
    const contentUri = contentUriOf(row) ?? uri
    const edited = new URLSearchParams({ uri: contentUri }).toString()
    return (
      <TextViewerDialog
        key={uri}
        row={row}
        uri={uri}
        contentUri={contentUri}
        editHref={isSignedIn ? `/edit?${edited}` : undefined}
        onClose={() => close(row)}
        onDetails={() => showDetails(row)}
      />
    )
  }
  return (
    <MediaLightbox
      id={id}
      list={list}
      rowIndexes={rows.rowIndexes}
      uriOf={contentUriOf}
      commandsOf={(of) =>
        commandsForRows(folder, rowsWithUris([of], place)).filter(
          (command) => command === 'share' || command === 'delete',
        )
      }
      onRun={(command, of) => commands.run(command, rowsWithUris([of], place))}
      onNavigate={(next) => change({ image: next }, true)}
      onClose={close}
      onDetails={showDetails}
    />
  )
}
