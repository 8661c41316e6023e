import type { Ref } from 'react'
import { useNavigate } from 'react-router-dom'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, isNotFound } from '#src/contract/errors.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { Banner, FailureText } from '#src/features/errors/Banner.tsx'
import type { CustomPropertyNames } from '#src/features/folder-view/columns.ts'
import { viewSettingsHref } from '#src/features/folder-view/overrides.ts'
import { type ViewChangeText, describeViewChanges } from '#src/features/folder-view/view-changes.ts'
import { moveViewDraft } from '#src/features/folder-view/view-drafts.ts'
import type { ViewConflicts } from '#src/features/folder-view/view-edits.ts'
import { FolderGoneBanner } from '#src/features/folder/gone/FolderGoneBanner.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useViewEditorMessages } from '#src/i18n/parts/view-editor-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'

/** Why changes cannot be saved, or would not be visible. */
export function ViewReadOnlyOrHiddenNotice({ reason }: { reason: 'readOnly' | 'hidden' }) {
  const messages = useViewEditorMessages()
  return <Banner variant="info" text={messages[reason]} />
}

/** The stored view was changed elsewhere: shows the differences and lets the user choose a version. */
export function ViewChangedElsewhere({
  storedView,
  theirs,
  conflicts,
  firstButton,
  properties,
  onSettle,
}: {
  /** The common ancestor of both versions. */
  storedView: ViewSetting
  /** The view that is stored now; null when the folder no longer has a view of its own. */
  theirs: ViewSetting | null
  conflicts: ViewConflicts
  firstButton: Ref<HTMLButtonElement>
  properties: CustomPropertyNames | undefined
  onSettle: (preferred: 'mine' | 'theirs') => void
}) {
  const { t } = useI18n()
  const messages = useViewEditorMessages()
  const isAsked = ({ field }: ViewChangeText) =>
    conflicts === 'whole' || conflicts.some((each) => each === field)
  const changes = theirs
    ? describeViewChanges(storedView, theirs, t, properties).filter(isAsked)
    : []
  return (
    <Banner
      variant="alert"
      text={theirs ? messages.conflict : messages.conflictGone}
      detail={
        changes.length > 0 && (
          <p>
            {t.common.labelled(
              messages.conflictTheirs,
              changes.map(({ text }) => text).join(' · '),
            )}
          </p>
        )
      }
      actions={
        <>
          <Button ref={firstButton} small onClick={() => onSettle('mine')}>
            {messages.keepMine}
          </Button>
          <Button small variant="quiet" onClick={() => onSettle('theirs')}>
            {messages.takeTheirs}
          </Button>
        </>
      }
    />
  )
}

/** Why a save failed, and how to recover. */
export function ViewSaveFailed({
  error,
  folder,
  folderId,
  onRetry,
}: {
  error: Error
  folder: string
  /** Finds the folder after its URI has changed. */
  folderId: string | undefined
  onRetry: () => void
}) {
  const { t } = useI18n()
  const messages = useViewEditorMessages()
  if (isNotFound(error)) {
    return <FolderGone folder={folder} folderId={folderId} error={error} />
  }
  if (hasErrorCode(error, ErrorCode.ownerOnly, ErrorCode.forbidden)) {
    return (
      <Banner variant="alert" text={messages.notOwner} detail={<FailureText error={error} />} />
    )
  }
  return (
    <Banner
      variant="alert"
      text={messages.notSaved}
      detail={<FailureText error={error} />}
      actions={
        <Button small onClick={onRetry}>
          {t.common.retry}
        </Button>
      }
    />
  )
}

/** The folder is gone from its URI. When it was renamed or moved, the draft can continue there. */
function FolderGone({
  folder,
  folderId,
  error,
}: {
  folder: string
  folderId: string | undefined
  error: Error
}) {
  const messages = useViewEditorMessages()
  const navigate = useNavigate()
  return (
    <FolderGoneBanner
      folder={folder}
      folderId={folderId}
      texts={{ gone: messages.gone, nowAt: messages.goneTo }}
      detail={<FailureText error={error} />}
      onContinue={(movedUri) => {
        moveViewDraft(folder, movedUri)
        void navigate(viewSettingsHref(movedUri), { replace: true })
      }}
    />
  )
}
