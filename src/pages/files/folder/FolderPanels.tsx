import type { useFileCommands } from '#src/pages/files/commands/use-file-commands.ts'
import { FileDetails } from '#src/pages/files/details/FileDetails.tsx'
import type { FilesUrl } from '#src/pages/files/url.ts'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import type { OpenFolder } from './open-folder.ts'
import type { useOpenFolderState } from './use-open-folder-state.ts'

const FolderItemViewer = lazyWhenOpened(
  async () => (await import('./FolderItemViewer.tsx')).FolderItemViewer,
)

/** The viewer of what is open, and the details of an item. */
export function FolderPanels({
  url,
  folder,
  page,
  commands,
  change,
}: {
  url: FilesUrl
  change: (part: Partial<FilesUrl>, replace?: boolean) => void
  folder: OpenFolder
  page: ReturnType<typeof useOpenFolderState>['page']
  commands: ReturnType<typeof useFileCommands>
}) {
  return (
    <>
      {url.image !== null && (
        <FolderItemViewer id={url.image} folder={folder} commands={commands} change={change} />
      )}
      {page.hasDetails && (
        <FileDetails
          key={url.open}
          row={page.openRow}
          folder={folder}
          onRun={commands.run}
          onFollow={(id) => change({ open: id }, true)}
          onClose={page.closeDetails}
        />
      )}
    </>
  )
}
