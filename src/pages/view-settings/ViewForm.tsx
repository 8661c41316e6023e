import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import { files } from '#src/features/file-lists/files.ts'
import type { PropertyNames } from '#src/features/folder-view/columns.ts'
import { overridesBetween } from '#src/features/folder-view/overrides-between.ts'
import { folderViewHref } from '#src/features/folder-view/overrides.ts'
import { viewChanges } from '#src/features/folder-view/view-changes.ts'
import {
  restartViewDraft,
  settleViewConflict,
  type ViewConflicts,
  type ViewDraft,
  type ViewDraftBase,
} from '#src/features/folder-view/view-drafts.ts'
import { isSavedView } from '#src/features/folder-view/views.ts'
import { usePropertyNames } from '#src/features/folder/cells/use-property-names.ts'
import type { Crumb } from '#src/features/folder/path.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { type FileRow } from '#src/lists/rows/file-row.ts'
import { type Folder } from '#src/lists/rows/folder.ts'
import { ChangesBar } from '#src/pages/view-settings/changes/ChangesBar.tsx'
import { LeaveViewDialog } from '#src/pages/view-settings/changes/LeaveViewDialog.tsx'
import { useViewForm } from '#src/pages/view-settings/changes/use-view-form.ts'
import { ViewControls } from '#src/pages/view-settings/controls/ViewControls.tsx'
import { Button, buttonClass } from '#src/ui/controls/Button.tsx'
import { focusMain } from '#src/ui/keyboard/focus.ts'
import { type ViewDialog, ViewDialogs, viewDialogEntries } from './ViewDialogs.tsx'
import { ViewHeader } from './ViewHeader.tsx'
import { ViewChangedElsewhere, ViewSaveFailed, ViewNotice } from './ViewNotices.tsx'
import { ViewOrigin } from './ViewOrigin.tsx'
import { ViewPreview } from './ViewPreview.tsx'
import { ViewSettingsLayout } from './ViewSettingsLayout.tsx'
import css from './ViewSettingsPage.module.css'

/** The public service has this limit, which is used where a service tells none. */
const defaultMaxPageSize = 2000

/** It is the form for the draft of a view, with its preview, notices and dialogs. */
export function ViewForm({
  folder,
  crumbs,
  listing,
  draft,
  base,
}: {
  folder: string
  crumbs: readonly Crumb[]
  listing: PagedList<FileRow, Folder>
  draft: ViewDraft
  /** The service has this now. */
  base: ViewDraftBase
}) {
  const { t } = useI18n()
  const { storedView, present, isPreviewOnly, past, future } = draft
  const [dialog, setDialog] = useState<ViewDialog>()
  const properties = usePropertyNames({ columns: present.view.columns ?? [] })
  const name = crumbs.at(-1)?.name ?? ''
  const settings = useRef<HTMLElement>(null)
  const conflictButton = useRef<HTMLButtonElement>(null)
  const form = useViewForm({ folder, name, draft, base, settings, conflictButton })
  const { blocker, saveNow } = form
  const maxPageSize = listing.head?.maxPageSize ?? defaultMaxPageSize
  const inherited = useInheritedFrom(present.isReset ? folder : undefined)
  // Folders in the trash have no view of their own.
  const canCopyToSubfolders = !isPreviewOnly && parseUri(folder).host !== 'trash'
  const changes = useMemo(
    () => describeChanges(inherited, draft, t, properties),
    [inherited, draft, t, properties],
  )

  return (
    <ViewSettingsLayout
      header={
        <ViewHeader
          crumbs={crumbs}
          entries={viewDialogEntries(t, setDialog)}
          onCopyToSubfolders={canCopyToSubfolders ? () => setDialog('to') : undefined}
          origin={
            isPreviewOnly ? undefined : (
              <ViewOrigin folder={folder} isSaved={isSavedView(base.storedView)} />
            )
          }
          onReset={isPreviewOnly ? undefined : form.resetToInherited}
        />
      }
    >
      <ViewDialogs
        dialog={dialog}
        folder={folder}
        view={present.view}
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
        onRetry={() => void saveNow()}
      />
      <div className={css['panes']}>
        <section ref={settings} className={css['settings']} aria-label={t.viewSettings.settings}>
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
        <ViewPreview
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
            isPreviewOnly ? (
              <Link
                className={buttonClass({ variant: 'primary' })}
                to={folderViewHref(folder, overridesBetween(storedView, present.view))}
              >
                {t.viewSettings.viewWithoutSaving}
              </Link>
            ) : (
              <>
                {canCopyToSubfolders && hasOnlyFolders(listing) && form.hasChanges && (
                  <Button
                    onClick={() =>
                      void saveNow().then((saved) => {
                        const id = listing.head?.self?.id
                        if (saved)
                          setDialog(id ? { id, uri: folder, name, view: saved.before } : 'to')
                      })
                    }
                  >
                    {t.viewSettings.saveAndApply}
                  </Button>
                )}
                <SaveButton
                  isSaving={form.isSaving}
                  isOff={!form.hasChanges}
                  onClick={() => void saveNow()}
                />
              </>
            )
          }
        />
      )}
      {blocker.state === 'blocked' && (
        <LeaveViewDialog
          name={name}
          changes={changes}
          isSaving={form.isSaving}
          onStay={blocker.reset}
          onDiscard={() => {
            restartViewDraft(folder, base)
            blocker.proceed()
          }}
          onSave={
            form.hasInvalidText
              ? undefined
              : () =>
                  void saveNow().then((isSaved) => (isSaved ? blocker.proceed() : blocker.reset()))
          }
        />
      )}
    </ViewSettingsLayout>
  )
}

/** Tells whether there is nothing in the folder but other folders, which its view is then meant for. */
const hasOnlyFolders = (listing: PagedList<FileRow, Folder>): boolean =>
  listing.size > 0 &&
  listing.loadState.at === 'complete' &&
  listing.order.every((rowIndex) => listing.at(rowIndex)?.isFolder)

function SaveButton({
  isSaving,
  isOff,
  onClick,
}: {
  isSaving: boolean
  isOff: boolean
  onClick: () => void
}) {
  const { t } = useI18n()
  return (
    <Button
      variant="primary"
      busy={isSaving}
      aria-disabled={isOff || undefined}
      aria-keyshortcuts="Control+S Meta+S"
      onClick={onClick}
    >
      {t.viewSettings.save}
    </Button>
  )
}

function FormNotices({
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
  listing: PagedList<FileRow, Folder>
  draft: ViewDraft
  base: ViewDraftBase
  properties: PropertyNames | undefined
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
      {notice && <ViewNotice reason={notice} />}
      {conflicts.length > 0 && (
        <ViewChangedElsewhere
          storedView={storedView}
          theirs={base.ownView}
          conflicts={conflicts}
          firstButton={conflictButton}
          properties={properties}
          onSettle={(preferred) => {
            settleViewConflict(folder, base, preferred)
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

/** The view of the folder with this name applies below it, to `folder` too; undefined when that is the default. */
function useInheritedFrom(folder: string | undefined): string | undefined {
  const above = folder === undefined ? null : parentUri(folder)
  const { data } = useQuery({ ...files.viewOrigin(above ?? ''), enabled: above !== null })
  if (above === null || data?.from === 'root') return undefined
  return escapeControlChars(
    data?.from === 'folder' ? data.name : (parseUri(above).segments.at(-1) ?? ''),
  )
}

/** It describes each change of the draft. `inherited` is the folder whose view applies after a reset. */
function describeChanges(
  inherited: string | undefined,
  { storedView, present }: ViewDraft,
  t: Messages,
  properties: PropertyNames | undefined,
): string[] {
  const messages = t.viewSettings.change
  const changes = present.isReset
    ? [inherited === undefined ? messages.resetRoot : messages.reset(inherited)]
    : viewChanges(storedView, present.view, t, properties).map(({ text }) => text)
  return Object.keys(present.invalidTexts).length > 0 ? [...changes, messages.typed] : changes
}
