import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { defaultView } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { type ViewOverrides, viewFieldsOfOverrides } from '#src/features/folder-view/overrides.ts'
import { viewDraftOf, useViewDraft } from '#src/features/folder-view/view-drafts.ts'
import { startOrRebaseViewDraft, replaceDraftView } from '#src/features/folder-view/view-edits.ts'
import { views } from '#src/features/folder-view/views.ts'
import type { Crumb } from '#src/features/folder/path.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { type FileRow } from '#src/lists/rows/file-row.ts'
import { type FolderListHead, maySaveView } from '#src/lists/rows/folder-list-head.ts'
import { ViewForm } from './ViewForm.tsx'

/** Starts the draft of a folder's view, or resumes it, and shows the form for it. */
export function ViewDraftEditor({
  folder,
  crumbs,
  listing,
  ownView,
  overrides,
  onOverridesApplied,
}: {
  folder: string
  crumbs: readonly Crumb[]
  listing: PagedList<FileRow, FolderListHead>
  /** The folder's own stored view; null when it has none. */
  ownView: ViewSetting | null
  /** Changes that Files shows without saving them; they become the first undo step of the draft. */
  overrides: ViewOverrides
  onOverridesApplied: () => void
}) {
  const effective = listing.head?.view ?? null
  const isPreviewOnly = !maySaveView(folder, listing.head)
  const [hadOwnView, setHadOwnView] = useState(false)
  if (ownView !== null && !hadOwnView) setHadOwnView(true)
  // When the own view has been removed elsewhere, the view in the list is out of date.
  const isOwnViewRemoved = ownView === null && hadOwnView
  const inherited = useQuery({ ...views.inherited(folder), enabled: isOwnViewRemoved }).data
  const base = useMemo(
    () => ({
      ownView,
      storedView: ownView ?? (isOwnViewRemoved ? inherited : null) ?? effective ?? defaultView,
      isPreviewOnly,
    }),
    [ownView, isOwnViewRemoved, inherited, effective, isPreviewOnly],
  )
  // The draft starts before the browser paints, because there is no form without one.
  useLayoutEffect(() => startOrRebaseViewDraft(folder, base), [folder, base])
  useEffect(() => {
    const part = viewFieldsOfOverrides(overrides)
    const draft = viewDraftOf(folder)
    if (!draft || Object.keys(part).length === 0) return
    replaceDraftView(folder, { ...draft.present.view, ...part })
    onOverridesApplied()
  }, [folder, overrides, onOverridesApplied])
  const draft = useViewDraft(folder)
  if (!draft) return null
  return <ViewForm folder={folder} crumbs={crumbs} listing={listing} draft={draft} base={base} />
}
