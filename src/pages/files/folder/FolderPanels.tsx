import type { FolderCommands } from '#src/pages/files/commands/use-folder-commands.ts'
import type { FilesUrl } from '#src/pages/files/url.ts'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import type { OpenFolder } from './open-folder.ts'
import type { useOpenFolder } from './use-open-folder.ts'

const FileDetails = lazyWhenOpened(
  async () => (await import('#src/pages/files/details/FileDetails.tsx')).FileDetails,
)
const FolderViewer = lazyWhenOpened(async () => (await import('./FolderViewer.tsx')).FolderViewer)

/** What lies beside the rows, or over them: the picture that is open, and the details of an item. */
export function FolderPanels({
  url,
  folder,
  commands,
  details: { hasDetails, openRow, closeDetails },
  change,
}: {
  url: FilesUrl
  folder: OpenFolder
  commands: FolderCommands
  details: ReturnType<typeof useOpenFolder>['page']
  change: (part: Partial<FilesUrl>, replace?: boolean) => void
}) {
  return (
    <>
      {url.image !== null && (
        <FolderViewer id={url.image} folder={folder} commands={commands} change={change} />
      )}
      {hasDetails && (
        <FileDetails
          key={url.open}
          row={openRow}
          folder={folder}
          onRun={commands.run}
          onFollow={(id) => change({ open: id }, true)}
          onClose={closeDetails}
        />
      )}
    </>
  )
}
