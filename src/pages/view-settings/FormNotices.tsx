import type { ReactNode, RefObject } from 'react'
import type { CustomPropertyNames } from '#src/features/folder-view/columns.ts'
import type { ViewDraft, ViewDraftBase } from '#src/features/folder-view/view-drafts.ts'
import { resolveViewConflict, type ViewConflicts } from '#src/features/folder-view/view-edits.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import { focusMain } from '#src/ui/keyboard/focus.ts'
import { ViewChangedElsewhere, ViewReadOnlyOrHiddenNotice, ViewSaveFailed } from './ViewNotices.tsx'

/** What is to be known of the draft before its fields: that it cannot be saved, or was not, and why. */
export function FormNotices({
  folder,
  listing,
  draft: { storedView, isPreviewOnly },
  base,
  properties,
  conflicts,
  conflictButton,
  error,
  onRetry,
}: {
  folder: string
  listing: PagedList<FileRow, FolderListHead>
  draft: ViewDraft
  base: ViewDraftBase
  properties: CustomPropertyNames | undefined
  /** They were changed here and elsewhere. */
  conflicts: ViewConflicts
  conflictButton: RefObject<HTMLButtonElement | null>
  /** Saving failed for this reason. */
  error: Error | null
  onRetry: () => void
}): ReactNode {
  const notice = isPreviewOnly ? 'readOnly' : listing.head?.view === null ? 'hidden' : undefined
  return (
    <>
      {notice && <ViewReadOnlyOrHiddenNotice reason={notice} />}
      {conflicts.length > 0 && (
        <ViewChangedElsewhere
          storedView={storedView}
          theirs={base.ownView}
          conflicts={conflicts}
          firstButton={conflictButton}
          properties={properties}
          onSettle={(preferred) => {
            resolveViewConflict(folder, base, preferred)
            focusMain()
          }}
        />
      )}
      {error && (
        <ViewSaveFailed
          error={error}
          folder={folder}
          folderId={listing.head?.self?.id}
          onRetry={onRetry}
        />
      )}
    </>
  )
}
