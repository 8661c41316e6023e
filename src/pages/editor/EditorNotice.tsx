import { useMutation } from '@tanstack/react-query'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import {
  NewerVersionError,
  type Overwritten,
  ShownSaveError,
  type TextLockState,
} from '#src/features/editor/edited-text-state.ts'
import type { EditedText } from '#src/features/editor/edited-text.ts'
import { editor } from '#src/features/editor/editor.ts'
import { Banner, FailureText } from '#src/features/errors/Banner.tsx'
import { crumbsOf } from '#src/features/folder/path.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useEditorMessages } from '#src/i18n/parts/editor-messages.ts'
import {
  canUnlock,
  LockCancelledError,
  type LockEntry,
  toLockEntries,
} from '#src/jobs/locks/lock-question.ts'
import { useKnownLock } from '#src/jobs/locks/locked-items.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { DraftActions, type SaveCopyMutation } from './DraftActions.tsx'
import { LockHolderBanner } from './LockHolderBanner.tsx'

const ConflictDialog = lazyWhenOpened(
  async () => (await import('./ConflictDialog.tsx')).ConflictDialog,
)

/** `again` once Overwrite was refused, since somebody has saved after the texts were compared. */
type Comparing = 'once' | 'again' | undefined

/** Whether an error needs no notice: the state of the file shows it, or the user cancelled at a lock. */
const isShownElsewhere = (error: Error | null): boolean =>
  error === null || error instanceof ShownSaveError || error instanceof LockCancelledError

/** The most important notice about the file, with its actions. */
export function EditorNotice({
  edited,
  name,
  isDirty,
  text,
  copy,
  error,
  onSave,
  onDone,
}: {
  edited: EditedText
  name: string
  isDirty: boolean
  text: string
  copy: SaveCopyMutation
  /** Why saving, or saving a copy, failed. */
  error: Error | null
  onSave: (overwrites?: Overwritten, onError?: (error: Error) => void) => void
  /** Called when a notice has been resolved, for the focus to return to the text. */
  onDone: () => void
}) {
  const { t } = useI18n()
  const messages = useEditorMessages()
  const { lock, problem, movedTo, uri } = useSyncExternalStore(edited.subscribe, edited.state)
  const knownLock = useKnownLock({ id: edited.fileId, uri })
  // What they do ends the notices: they belong to what outlives these.
  const relock = useMutation(editor.relock(edited, name))
  const load = useMutation(editor.load(edited))
  const follow = useMutation(editor.follow(edited))
  const [comparing, setComparing] = useState<Comparing>()
  const callbacks = { onSuccess: onDone }
  const draftActions = isDirty && (
    <DraftActions copy={copy} text={text} bytes={() => edited.bytesOf(text)} />
  )
  const withDraftActions = (action: ReactNode) => (
    <>
      {action}
      {draftActions}
    </>
  )
  const relockButton = (label: string) => (
    <Button small busy={relock.isPending} onClick={() => relock.mutate(undefined, callbacks)}>
      {label}
    </Button>
  )

  if (problem === 'gone' && movedTo !== undefined) {
    return (
      <MovedNotice
        to={movedTo}
        isDirty={isDirty}
        error={follow.error ?? error}
        isBusy={follow.isPending}
        draftActions={draftActions}
        onFollow={() => follow.mutate(undefined, callbacks)}
      />
    )
  }
  if (problem === 'gone') {
    const sentence = isDirty ? messages.gone : messages.goneClean
    return <Banner variant="alert" text={sentence} detail={failure(error)} actions={draftActions} />
  }
  if (problem === 'notEditable')
    return <Banner variant="alert" text={messages.storedNotEditable} actions={draftActions} />
  if (problem === 'changed') {
    return (
      <ChangedNotice
        edited={edited}
        text={text}
        error={error ?? load.error}
        draftActions={draftActions}
        comparing={comparing}
        onComparing={setComparing}
        onSave={onSave}
        onSaveCopy={() => copy.saveCopy(text, edited.bytesOf(text))}
        onLoadStored={() => load.mutate(undefined, callbacks)}
      />
    )
  }
  const holder = lockInTheWay(lock, knownLock)
  if (lock.at === 'lost' && !holder) {
    return (
      <Banner
        variant="lost"
        text={isDirty ? messages.lost : messages.lostClean}
        detail={failure(relock.error ?? error)}
        actions={withDraftActions(relockButton(messages.lockAgain))}
      />
    )
  }
  if (!isShownElsewhere(error) && lock.at !== 'lost') {
    return <NotSavedNotice error={error} draftActions={draftActions} onRetry={() => onSave()} />
  }
  if (holder) {
    const { entry } = holder
    const hasSession = lock.at === 'refused' || lock.at === 'lost'
    const label = entry && canUnlock(entry) ? messages.unlock : t.common.retry
    const saveButton = isDirty && (
      <Button small onClick={() => onSave()}>
        {label}
      </Button>
    )
    return (
      <LockHolderBanner
        entry={entry}
        isDirty={isDirty}
        failure={failure(relock.error ?? error)}
        actions={withDraftActions(hasSession ? relockButton(label) : saveButton)}
      />
    )
  }
  if (lock.at === 'readOnly') return <Banner variant="info" text={messages.notOwner} />
  return null
}

/** The file is elsewhere by now. */
function MovedNotice({
  to,
  isDirty,
  error,
  isBusy,
  draftActions,
  onFollow,
}: {
  to: string
  isDirty: boolean
  error: Error | null
  isBusy: boolean
  draftActions: ReactNode
  onFollow: () => void
}) {
  const { t } = useI18n()
  const messages = useEditorMessages()
  const path = crumbsOf(to, t).map(({ name }) => name)
  return (
    <Banner
      variant="alert"
      text={(isDirty ? messages.nowAt : messages.nowAtClean)(path.join(' / '))}
      detail={failure(error)}
      actions={
        <>
          <Button small busy={isBusy} onClick={onFollow}>
            {t.folderGone.continueThere}
          </Button>
          {draftActions}
        </>
      }
    />
  )
}

/** Somebody else has saved the file since it was read: the texts are compared before one is chosen. */
function ChangedNotice({
  edited,
  text,
  error,
  draftActions,
  comparing,
  onComparing,
  onSave,
  onSaveCopy,
  onLoadStored,
}: {
  edited: EditedText
  text: string
  error: Error | null
  draftActions: ReactNode
  comparing: Comparing
  onComparing: (comparing: Comparing) => void
  onSave: (overwrites: Overwritten, onError: (error: Error) => void) => void
  onSaveCopy: () => void
  onLoadStored: () => void
}) {
  const messages = useEditorMessages()
  const closeAnd = (act: () => void) => () => {
    onComparing(undefined)
    act()
  }
  return (
    <>
      <Banner
        variant="alert"
        text={messages.changed}
        detail={failure(error)}
        actions={
          <>
            <Button small variant="primary" onClick={() => onComparing('once')}>
              {messages.compare}
            </Button>
            {draftActions}
          </>
        }
      />
      {comparing && (
        <ConflictDialog
          edited={edited}
          text={text}
          isNewer={comparing === 'again'}
          onOverwrite={(version) => {
            onComparing(undefined)
            onSave({ version }, (failed) => {
              if (failed instanceof NewerVersionError) onComparing('again')
            })
          }}
          onSaveCopy={closeAnd(onSaveCopy)}
          onLoadStored={closeAnd(onLoadStored)}
          onClose={() => onComparing(undefined)}
        />
      )}
    </>
  )
}

function NotSavedNotice({
  error,
  draftActions,
  onRetry,
}: {
  error: Error | null
  draftActions: ReactNode
  onRetry: () => void
}) {
  const { t } = useI18n()
  const messages = useEditorMessages()
  return (
    <Banner
      variant="alert"
      text={messages.notSaved}
      detail={failure(error)}
      actions={
        <>
          <Button small onClick={onRetry}>
            {t.common.retry}
          </Button>
          {draftActions}
        </>
      }
    />
  )
}

/** The lock that keeps the user from writing here, with what is known of it. */
function lockInTheWay(
  lock: TextLockState,
  knownLock: LockEntry | undefined,
): { entry: LockEntry | undefined } | undefined {
  if (lock.at === 'refused' || lock.at === 'inUse' || lock.at === 'lost') {
    const conflicts = lock.error?.conflicts ?? []
    // The owner has unlocked it, and nobody has locked it since.
    if (lock.at === 'lost' && conflicts.length === 0) return undefined
    return { entry: toLockEntries(conflicts.map((conflict) => ({ conflict })))[0] }
  }
  // Without a lock of our own nobody is asked who else has one, but another write may have met it.
  return lock.at === 'none' && knownLock ? { entry: knownLock } : undefined
}

const failure = (error: Error | null): ReactNode =>
  isShownElsewhere(error) ? undefined : <FailureText error={error} />
