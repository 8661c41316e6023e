import { useRef, useState } from 'react'
import { parseUri } from '#src/contract/uri.ts'
import type { ViewDraft, ViewDraftBase } from '#src/features/folder-view/view-drafts.ts'
import { restartViewDraft } from '#src/features/folder-view/view-edits.ts'
import type { ViewSaveResult } from '#src/features/folder-view/view-writes.ts'
import { isSavedView } from '#src/features/folder-view/views.ts'
import { useCustomPropertyNames } from '#src/features/folder/cells/use-custom-property-names.ts'
import type { Crumb } from '#src/features/folder/path.ts'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import { ChangesBar } from '#src/pages/view-settings/changes/ChangesBar.tsx'
import { LeaveViewDialog } from '#src/pages/view-settings/changes/LeaveViewDialog.tsx'
import { SaveOrOpenUnsavedView } from '#src/pages/view-settings/changes/SaveOrOpenUnsavedView.tsx'
import { useChangeDescriptions } from '#src/pages/view-settings/changes/use-change-descriptions.ts'
import { useViewForm } from '#src/pages/view-settings/changes/use-view-form.ts'
import { ViewControls } from '#src/pages/view-settings/controls/ViewControls.tsx'
import { FolderRowsPreview } from './FolderRowsPreview.tsx'
import { FormNotices } from './FormNotices.tsx'
import { type ViewDialog, ViewDialogs, viewDialogMenuEntries } from './ViewDialogs.tsx'
import { ViewHeader } from './ViewHeader.tsx'
import { ViewOrigin } from './ViewOrigin.tsx'
import { ViewSettingsShell } from './ViewSettingsShell.tsx'
import css from './ViewSettingsPage.module.css'

/** The public service's limit, used where a service tells none. */
const defaultMaxPageSize = 2000

/** The form for the draft of a view, with its preview, notices and dialogs. */
export function ViewForm({
  folder,
  crumbs,
  listing,
  draft,
  base,
}: {
  folder: string
  crumbs: readonly Crumb[]
  listing: PagedList<FileRow, FolderListHead>
  draft: ViewDraft
  /** What the service has now. */
  base: ViewDraftBase
}) {
  const messages = useViewEditorMessages()
  const { storedView, present, isPreviewOnly, past, future } = draft
  const [dialog, setDialog] = useState<ViewDialog>()
  const properties = useCustomPropertyNames({ columns: present.view.columns ?? [] })
  const name = crumbs.at(-1)?.name ?? ''
  const settings = useRef<HTMLElement>(null)
  const conflictButton = useRef<HTMLButtonElement>(null)
  const form = useViewForm({ folder, name, draft, base, settings, conflictButton })
  const maxPageSize = listing.head?.maxPageSize ?? defaultMaxPageSize
  // Folders in the trash have no view of their own.
  const canCopyToSubfolders = !isPreviewOnly && parseUri(folder).host !== 'trash'
  const openCopy = () => setDialog('to')
  const copySaved = (saved: ViewSaveResult) => {
    const id = listing.head?.self?.id
    setDialog(id ? { id, uri: folder, name, view: saved.before, expected: saved.view } : 'to')
  }
  const changes = useChangeDescriptions(folder, draft, properties)
  const isSaved = isSavedView(base.storedView)
  const canReset = !isPreviewOnly && base.ownView !== null && !draft.present.isReset

  return (
    <ViewSettingsShell
      header={
        <ViewHeader
          crumbs={crumbs}
          entries={viewDialogMenuEntries(messages, setDialog)}
          onCopyToSubfolders={canCopyToSubfolders ? openCopy : undefined}
          origin={isPreviewOnly ? undefined : <ViewOrigin folder={folder} isSaved={isSaved} />}
          onReset={canReset ? form.resetToInherited : undefined}
        />
      }
    >
      <ViewDialogs
        dialog={dialog}
        folder={folder}
        view={present.view}
        isSaved={isSaved}
        maxPageSize={maxPageSize}
        onClose={() => setDialog(undefined)}
      />
      <FormNotices
        folder={folder}
        listing={listing}
        draft={draft}
        base={base}
        properties={properties}
        conflicts={form.conflicts}
        conflictButton={conflictButton}
        error={form.shownError}
        onRetry={() => void form.saveNow()}
      />
      <div className={css['panes']}>
        <section ref={settings} className={css['settings']} aria-label={messages.settings}>
          <ViewControls
            folder={folder}
            edit={present}
            storedView={storedView}
            listing={listing}
            properties={properties}
            maxPageSize={maxPageSize}
            isPreviewOnly={isPreviewOnly}
            rejected={form.rejected}
          />
        </section>
        <FolderRowsPreview
          folder={folder}
          listing={listing}
          view={present.view}
          storedView={storedView}
        />
      </div>
      {(isPreviewOnly || form.hasChanges || future.length > 0 || past.length > 0) && (
        <ChangesBar
          folder={folder}
          changes={changes}
          canUndo={past.length > 0}
          canRedo={future.length > 0}
          onDiscard={form.discard}
          action={
            <SaveOrOpenUnsavedView
              folder={folder}
              draft={draft}
              form={form}
              onSavedToApply={
                canCopyToSubfolders && hasOnlyFolders(listing) ? copySaved : undefined
              }
            />
          }
        />
      )}
      <LeaveQuestion name={name} folder={folder} base={base} form={form} changes={changes} />
    </ViewSettingsShell>
  )
}

/** Asks before the page is left with changes that are not saved. */
function LeaveQuestion({
  name,
  folder,
  base,
  form: { stay, saveNow, isSaving, hasInvalidText },
  changes,
}: {
  name: string
  folder: string
  base: ViewDraftBase
  form: ReturnType<typeof useViewForm>
  changes: ReturnType<typeof useChangeDescriptions>
}) {
  if (!stay) return null
  const saveOrStay = async (ifOpen: (act: () => void) => void) => {
    if (!(await saveNow())) ifOpen(stay)
  }
  return (
    <LeaveViewDialog
      name={name}
      changes={changes}
      isSaving={isSaving}
      onStay={stay}
      onDiscard={() => restartViewDraft(folder, base)}
      onSave={hasInvalidText ? undefined : (ifOpen) => void saveOrStay(ifOpen)}
    />
  )
}

/** Whether there is nothing in the folder but other folders, which its view is then meant for. */
const hasOnlyFolders = (listing: PagedList<FileRow, FolderListHead>): boolean =>
  listing.size > 0 &&
  listing.loadState.at === 'complete' &&
  listing.order.every((rowIndex) => listing.at(rowIndex)?.isFolder)
