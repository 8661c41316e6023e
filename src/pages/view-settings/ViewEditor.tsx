import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { builtInView } from '#src/contract/view-rules.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { type FileRow, type Folder, maySaveView } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { views } from '#src/queries/views.ts'
import {
  beginViewDraft,
  currentViewDraft,
  discardView,
  isDirty,
  redoView,
  resetView,
  takeView,
  undoView,
  useViewDraft,
  type ViewDraft,
} from '#src/stores/view-drafts.ts'
import { showToast } from '#src/stores/toasts.ts'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/Button.tsx'
import { useHotkeys } from '#src/ui/use-hotkeys.ts'
import { type Overrides, overridesOf } from '#src/views/folder/overrides.ts'
import type { Crumb } from '#src/views/folder/path.ts'
import { sortOfView } from '#src/views/folder/shown-view.ts'
import { usePropertyNames } from '#src/views/folder/use-property-names.ts'
import { viewChanges } from '#src/views/folder/view-changes.ts'
import { ChangesBar } from './ChangesBar.tsx'
import { PreviewToCome } from './Loading.tsx'
import { copyProgress, viewPreview } from './late.ts'
import { refusedField } from './refusals.ts'
import { useSaveView } from './use-save-view.ts'
import { useViewMore } from './ViewMore.tsx'
import { ViewControls } from './ViewControls.tsx'
import { ViewHeader } from './ViewHeader.tsx'
import { ViewShell } from './ViewShell.tsx'
import css from './ViewSettingsPage.module.css'

type FolderListing = Listing<FileRow, Folder>

/** What the public service uses where none says how many rows one request may ask for. */
const usualMaxPageSize = 2000

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
  listing: FolderListing
  /** What was saved for the folder itself. */
  own: ViewSetting | null
  /** What was looked at without saving: the first step of the draft. */
  wish: Overrides
  onWished: () => void
}) {
  const effective = listing.head?.view ?? null
  const isTrial = !maySaveView(folder, listing.head)
  const from = useMemo(
    () => ({ own, base: own ?? effective ?? builtInView, isTrial }),
    [own, effective, isTrial],
  )
  useEffect(() => beginViewDraft(folder, from), [folder, from])
  useEffect(() => {
    const part = overridesOf(wish)
    const draft = currentViewDraft(folder)
    if (!draft || Object.keys(part).length === 0) return
    takeView(folder, { ...draft.now.view, ...part })
    onWished()
    // Once: what is in the address is gone from it then.
  }, [folder, wish, onWished])
  const draft = useViewDraft(folder, (found) => found)
  if (!draft) return null
  return <DraftOfView {...{ folder, crumbs, listing, draft }} />
}

function DraftOfView({
  folder,
  crumbs,
  listing,
  draft,
}: {
  folder: string
  crumbs: readonly Crumb[]
  listing: FolderListing
  draft: ViewDraft
}) {
  const { t } = useI18n()
  const { base, now, isTrial, past, future } = draft
  const { save, saving, forgetFailure } = useSaveView()
  const preview = viewPreview.useCode(true)
  const progress = copyProgress.useCode(true, 'quietly')
  const client = useQueryClient()
  const name = crumbs.at(-1)?.name ?? ''
  const maxPageSize = listing.head?.maxPageSize ?? usualMaxPageSize
  const properties = usePropertyNames({ columns: now.view.columns ?? [] })
  const dirty = isDirty(draft)
  const more = useViewMore({ folder, view: now.view, maxPageSize, isTrial })

  const changes = useMemo(() => {
    if (now.isReset) return [t.viewSettings.change.reset]
    const typed = Object.keys(now.typed).length > 0 ? [t.viewSettings.change.typed] : []
    return [...viewChanges(base, now.view, t, properties).map(({ text }) => text), ...typed]
  }, [base, now, t, properties])
  const isSortChosen = JSON.stringify(sortOfView(base)) !== JSON.stringify(sortOfView(now.view))

  // What was changed since has not been refused yet.
  const failure = saving.at === 'failed' && saving.sent === now ? saving.error : null
  const isSaving = saving.at === 'saving'
  const refused = refusedField(failure, now.view)

  const saveNow = () => {
    if (isTrial || !dirty || isSaving) return
    if (Object.keys(now.typed).length > 0) {
      announce(t.viewSettings.fixFirst)
      document.querySelector<HTMLElement>('main input[aria-invalid=true]')?.focus()
      return
    }
    void save({ folder, name, over: draft.own, edit: now })
  }
  const discard = () => {
    discardView(folder)
    forgetFailure()
  }
  const resetToAbove = () =>
    void client.fetchQuery(views.above(folder)).then(
      (above) => resetView(folder, above),
      (error: Error) => showToast({ kind: 'failed', error }),
    )
  useHotkeys({
    '$mod+s': (event) => {
      event.preventDefault()
      saveNow()
    },
    '$mod+z': () => undoView(folder),
    '$mod+Shift+z': () => redoView(folder),
    '$mod+y': () => redoView(folder),
  })

  return (
    <ViewShell
      header={
        <ViewHeader
          crumbs={crumbs}
          entries={more.entries}
          onReset={isTrial ? undefined : resetToAbove}
        />
      }
    >
      {progress && <progress.CopyProgress />}
      {more.opened}
      <div className={css['panes']}>
        <section className={css['settings']} aria-label={t.viewSettings.settings}>
          <ViewControls
            folder={folder}
            edit={now}
            base={base}
            listing={listing}
            properties={properties}
            maxPageSize={maxPageSize}
            isTrial={isTrial}
            refused={refused}
          />
        </section>
        {preview ? (
          <preview.ViewPreview
            folder={folder}
            listing={listing}
            view={now.view}
            isSortChosen={isSortChosen}
          />
        ) : (
          <PreviewToCome />
        )}
      </div>
      {(dirty || future.length > 0 || past.length > 0) && (
        <ChangesBar
          folder={folder}
          changes={changes}
          canUndo={past.length > 0}
          canRedo={future.length > 0}
          onDiscard={discard}
          action={
            <Button
              kind="primary"
              busy={isSaving}
              aria-disabled={!dirty || undefined}
              aria-keyshortcuts="Control+S Meta+S"
              onClick={saveNow}
            >
              {t.viewSettings.save}
            </Button>
          }
        />
      )}
    </ViewShell>
  )
}
