import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { parentUri } from '#src/contract/uri.ts'
import { isSameView } from '#src/contract/view-rules.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { type FileRow, type Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { views, wasSaved } from '#src/queries/views.ts'
import { LockCancelledError } from '#src/stores/lock-sessions.ts'
import {
  discardView,
  isDirty,
  rebaseViewDraft,
  redoView,
  resetView,
  restartViewDraft,
  undoView,
  type ViewDraft,
} from '#src/stores/view-drafts.ts'
import { showToast } from '#src/stores/toasts.ts'
import { announce } from '#src/ui/announce.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { Link } from '#src/ui/Link.tsx'
import { useHotkeys } from '#src/ui/use-hotkeys.ts'
import type { PropertyNames } from '#src/views/folder/columns.ts'
import { looksHref, overridesBetween } from '#src/views/folder/overrides.ts'
import type { Crumb } from '#src/views/folder/path.ts'
import { sortOfView } from '#src/views/folder/shown-view.ts'
import { usePropertyNames } from '#src/views/folder/use-property-names.ts'
import { viewChanges } from '#src/views/folder/view-changes.ts'
import { ChangesBar } from './ChangesBar.tsx'
import { leaveDialog, notices, viewMore, viewPreview } from './late.ts'
import { PreviewToCome } from './Loading.tsx'
import { Origin } from './Origin.tsx'
import { refusedField } from './refusals.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useSaveView } from './use-save-view.ts'
import type { MoreTask } from './ViewMore.tsx'
import { ViewControls } from './ViewControls.tsx'
import { ViewHeader } from './ViewHeader.tsx'
import { ViewShell } from './ViewShell.tsx'
import css from './ViewSettingsPage.module.css'

/** What the public service uses where none says how many rows one request may ask for. */
const usualMaxPageSize = 2000

/** The form over the draft of a view, its preview, and what is said about both. */
export function ViewForm({
  folder,
  crumbs,
  listing,
  draft,
  from,
}: {
  folder: string
  crumbs: readonly Crumb[]
  listing: Listing<FileRow, Folder>
  draft: ViewDraft
  /** What the service has now. */
  from: Pick<ViewDraft, 'own' | 'base' | 'isTrial'>
}) {
  const { t } = useI18n()
  const { base, now, isTrial, past, future } = draft
  const preview = viewPreview.useCode(true)
  const more = viewMore.useCode(true, 'quietly')
  const [task, setTask] = useState<MoreTask>()
  const client = useQueryClient()
  const properties = usePropertyNames({ columns: now.view.columns ?? [] })
  const name = crumbs.at(-1)?.name ?? ''
  const dirty = isDirty(draft)
  const maxPageSize = listing.head?.maxPageSize ?? usualMaxPageSize
  const { save, saving, forgetFailure } = useSaveView()
  const [leaving, leftOrStayed] = useLeaveGuard(dirty && !isTrial)
  const dialog = leaveDialog.useCode(leaving !== undefined)

  const changes = useMemo(
    () => wordsOf(folder, draft, t, properties),
    [folder, draft, t, properties],
  )
  const isSortChosen = JSON.stringify(sortOfView(base)) !== JSON.stringify(sortOfView(now.view))
  const isUnfinished = Object.keys(now.typed).length > 0
  const isSaving = saving.at === 'saving'
  // What was changed since has not been refused yet.
  const failure = saving.at === 'failed' && saving.sent === now ? saving.error : null
  const refused = refusedField(failure, now.view)
  const isChangedElsewhere = dirty && !isSaving && !isSameView(from.own, draft.own)
  const isNotSaved = failure !== null && refused === undefined && !isSaid(failure)
  const remark = isTrial ? 'readOnly' : listing.head?.view === null ? 'hidden' : undefined
  const notice = notices.useCode(isChangedElsewhere || isNotSaved || remark !== undefined)

  const saveNow = async (): Promise<boolean> => {
    if (isTrial || !dirty || isSaving) return false
    if (isChangedElsewhere) {
      document.querySelector<HTMLElement>('main [role=alert] button')?.focus()
      return false
    }
    if (!isUnfinished) return save({ folder, name, over: draft.own, edit: now })
    announce(t.viewSettings.fixFirst)
    document.querySelector<HTMLElement>('main input[aria-invalid=true]')?.focus()
    return false
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
      void saveNow()
    },
    '$mod+z': (event) => {
      event.preventDefault()
      undoView(folder)
    },
    '$mod+Shift+z': (event) => {
      event.preventDefault()
      redoView(folder)
    },
    '$mod+y': (event) => {
      event.preventDefault()
      redoView(folder)
    },
  })

  return (
    <ViewShell
      header={
        <ViewHeader
          crumbs={crumbs}
          entries={more?.moreEntries(t, folder, isTrial, setTask) ?? []}
          origin={isTrial ? undefined : <Origin folder={folder} isSaved={wasSaved(from.base)} />}
          onReset={isTrial ? undefined : resetToAbove}
        />
      }
    >
      {more && (
        <more.ViewMore
          task={task}
          folder={folder}
          view={now.view}
          maxPageSize={maxPageSize}
          onClose={() => setTask(undefined)}
        />
      )}
      {notice && remark && <notice.Remark about={remark} />}
      {notice && isChangedElsewhere && (
        <notice.ChangedElsewhere
          base={base}
          theirs={from.own}
          properties={properties}
          onKeepMine={() => {
            rebaseViewDraft(folder, from)
            focusPage()
          }}
          onTakeTheirs={() => {
            restartViewDraft(folder, from)
            focusPage()
          }}
        />
      )}
      {notice && isNotSaved && !isChangedElsewhere && (
        <notice.NotSaved
          error={failure}
          folder={folder}
          folderId={listing.head?.self?.id}
          onRetry={() => void saveNow()}
        />
      )}
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
      {(isTrial || dirty || future.length > 0 || past.length > 0) && (
        <ChangesBar
          folder={folder}
          changes={changes}
          canUndo={past.length > 0}
          canRedo={future.length > 0}
          onDiscard={discard}
          action={
            isTrial ? (
              <Link
                className={buttonClass({ kind: 'primary' })}
                to={looksHref(folder, overridesBetween(base, now.view))}
              >
                {t.viewSettings.lookOnly}
              </Link>
            ) : (
              <Button
                kind="primary"
                busy={isSaving}
                aria-disabled={!dirty || undefined}
                aria-keyshortcuts="Control+S Meta+S"
                onClick={() => void saveNow()}
              >
                {t.viewSettings.save}
              </Button>
            )
          }
        />
      )}
      {leaving && dialog && (
        <dialog.LeaveDialog
          name={name}
          changes={changes}
          isSaving={isSaving}
          onStay={() => {
            leftOrStayed()
            leaving.stay()
          }}
          onDiscard={() => {
            leftOrStayed()
            restartViewDraft(folder, from)
            leaving.go()
          }}
          onSave={
            isUnfinished
              ? undefined
              : () =>
                  void saveNow().then((isSaved) => {
                    leftOrStayed()
                    if (isSaved) leaving.go()
                    else leaving.stay()
                  })
          }
        />
      )}
    </ViewShell>
  )
}

/** What the draft changes, in words. */
function wordsOf(
  folder: string,
  { base, now }: ViewDraft,
  t: Messages,
  properties: PropertyNames | undefined,
): string[] {
  const words = t.viewSettings.change
  const changes = now.isReset
    ? [parentUri(folder) === null ? words.resetRoot : words.reset]
    : viewChanges(base, now.view, t, properties).map(({ text }) => text)
  return Object.keys(now.typed).length > 0 ? [...changes, words.typed] : changes
}

/** Said elsewhere: by whoever gave up at a lock, by the sign-in, or by what is found to be changed. */
const isSaid = (error: Error): boolean =>
  error instanceof LockCancelledError ||
  error.name === 'SessionEndedError' ||
  error.name === 'ViewChangedError'

/** The button that was pressed has gone with what it settled. */
const focusPage = (): void => document.getElementById('content')?.focus()
