import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { builtInView } from '#src/contract/view-rules.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { type FileRow, type Folder, maySaveView } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { views } from '#src/queries/views.ts'
import {
  beginViewDraft,
  currentViewDraft,
  takeView,
  useViewDraft,
} from '#src/stores/view-drafts.ts'
import { type Overrides, overridesOf } from '#src/views/folder/overrides.ts'
import type { Crumb } from '#src/views/folder/path.ts'
import { ViewForm } from './ViewForm.tsx'

/** The view of a folder, being changed. */
export function ViewEditor({
  folder,
  crumbs,
  listing,
  own,
  wish,
  onWished,
}: {
  folder: string
  crumbs: readonly Crumb[]
  listing: Listing<FileRow, Folder>
  /** What was saved for the folder itself. */
  own: ViewSetting | null
  /** What was looked at without saving: the first step of the draft. */
  wish: Overrides
  onWished: () => void
}) {
  const effective = listing.head?.view ?? null
  const isTrial = !maySaveView(folder, listing.head)
  const [firstOwn] = useState(own)
  // Somebody took its view away: what the list came with is not what holds any more.
  const isBare = own === null && firstOwn !== null
  const above = useQuery({ ...views.above(folder), enabled: isBare }).data
  const from = useMemo(
    () => ({ own, base: own ?? (isBare ? above : null) ?? effective ?? builtInView, isTrial }),
    [own, isBare, above, effective, isTrial],
  )
  useEffect(() => beginViewDraft(folder, from), [folder, from])
  useEffect(() => {
    const part = overridesOf(wish)
    const draft = currentViewDraft(folder)
    if (!draft || Object.keys(part).length === 0) return
    takeView(folder, { ...draft.now.view, ...part })
    // From now on it is in the draft.
    onWished()
  }, [folder, wish, onWished])
  const draft = useViewDraft(folder, (found) => found)
  if (!draft) return null
  return <ViewForm {...{ folder, crumbs, listing, draft, from }} />
}
