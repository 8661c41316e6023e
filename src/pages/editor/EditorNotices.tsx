import { useMutation } from '@tanstack/react-query'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import type { LockConflictError } from '#src/contract/errors.ts'
import type { EditedText } from '#src/features/editor/edited-text.ts'
import { editor, isNotSavedError } from '#src/features/editor/editor.ts'
import { Banner, FailureText } from '#src/features/errors/Banner.tsx'
import { crumbsOf } from '#src/features/folder/path.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { LockCancelledError, toLockEntries } from '#src/jobs/locks/lock-question.ts'
import { useKnownLock } from '#src/jobs/locks/locked-items.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { DraftActions, type SaveCopy } from './DraftActions.tsx'
import { LockHolderBanner } from './LockHolderBanner.tsx'

const ConflictDialog = lazyWhenOpened(
  async () => (await import('./ConflictDialog.tsx')).ConflictDialog,
)

/** Such an error needs no notice: the state of the file shows it, or the user cancelled at a lock. */
const isShownElsewhere = (error: Error | null): boolean =>
  error === null || isNotSavedError(error) || error instanceof LockCancelledError

/** It says that there is a draft of an earlier visit. */
export function DraftFoundNotice({
  onContinue,
  onDiscard,
}: {
  onContinue: () => void
  onDiscard: () => void
}) {
  const { t } = useI18n()
  return (
    <Banner
      variant="info"
      text={t.editor.draftFound}
      actions={
        <>
          <Button small onClick={onContinue}>
            {t.editor.continueDraft}
          </Button>
          <Button small variant="quiet" onClick={onDiscard}>
            {t.editor.discard}
          </Button>
        </>
      }
    />
  )
}

/** It shows the most important notice about the file, with its actions. */
export function EditorNotices({
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
  copy: SaveCopy
  /** Saving, or saving a copy, failed for this reason. */
  error: Error | null
  onSave: (overwrites?: boolean) => void
  /** It is called when a notice has been resolved, for the focus to return to the text. */
  onDone: () => void
}) {
  const { t } = useI18n()
  const { lock, problem, movedTo, uri } = useSyncExternalStore(edited.subscribe, edited.state)
  const knownLock = useKnownLock(uri)
  const relock = useMutation(editor.relock(edited, name))
  const load = useMutation(editor.load(edited))
  const follow = useMutation(editor.follow(edited))
  const [isComparing, setComparing] = useState(false)
  const closeAnd = (act: () => void) => () => {
    setComparing(false)
    act()
  }
  const callbacks = { onSuccess: onDone }
  const draftActions = isDirty && (
    <DraftActions copy={copy} text={text} bytes={() => edited.bytesOf(text)} />
  )
  const lockAgain = (label: string) => (
    <Button small busy={relock.isPending} onClick={() => relock.mutate(undefined, callbacks)}>
      {label}
    </Button>
  )

  return (
    <>
      {notice()}
      {isComparing && problem === 'changed' && (
        <ConflictDialog
          edited={edited}
          text={text}
          onOverwrite={closeAnd(() => onSave(true))}
          onSaveCopy={closeAnd(() => copy.saveCopy(edited.bytesOf(text)))}
          onLoadStored={closeAnd(() => load.mutate(undefined, callbacks))}
          onClose={() => setComparing(false)}
        />
      )}
    </>
  )

  function notice(): ReactNode {
    if (problem === 'gone' && movedTo !== undefined) {
      const path = crumbsOf(movedTo, t).map(({ name: crumb }) => crumb)
      return (
        <Banner
          variant="alert"
          text={(isDirty ? t.editor.nowAt : t.editor.nowAtClean)(path.join(' / '))}
          detail={failure(follow.error ?? error)}
          actions={
            <>
              <Button
                small
                busy={follow.isPending}
                onClick={() => follow.mutate(undefined, callbacks)}
              >
                {t.folderGone.continueThere}
              </Button>
              {draftActions}
            </>
          }
        />
      )
    }
    if (problem === 'gone') {
      const text = isDirty ? t.editor.gone : t.editor.goneClean
      return <Banner variant="alert" text={text} detail={failure(error)} actions={draftActions} />
    }
    if (problem === 'changed') {
      return (
        <Banner
          variant="alert"
          text={t.editor.changed}
          detail={failure(error ?? load.error)}
          actions={
            <>
              <Button small variant="primary" onClick={() => setComparing(true)}>
                {t.editor.compare}
              </Button>
              {draftActions}
            </>
          }
        />
      )
    }
    if (lock.at === 'lost') {
      return (
        <Banner
          variant="lost"
          text={isDirty ? t.editor.lost : t.editor.lostClean}
          detail={failure(relock.error ?? error)}
          actions={
            <>
              {lockAgain(t.editor.lockAgain)}
              {draftActions}
            </>
          }
        />
      )
    }
    if (!isShownElsewhere(error)) {
      return (
        <Banner
          variant="alert"
          text={t.editor.notSaved}
          detail={failure(error)}
          actions={
            <>
              <Button small onClick={() => onSave()}>
                {t.common.retry}
              </Button>
              {draftActions}
            </>
          }
        />
      )
    }
    if (lock.at === 'refused') {
      const actions = (
        <>
          {lockAgain(isOwner(lock.error) ? t.editor.unlock : t.common.retry)}
          {draftActions}
        </>
      )
      return <LockHolderBanner entry={entryOf(lock.error)} isDirty={isDirty} actions={actions} />
    }
    if (lock.at === 'inUse') {
      const actions = (
        <>
          <Button small onClick={() => onSave()}>
            {isOwner(lock.error) ? t.editor.unlock : t.common.retry}
          </Button>
          {draftActions}
        </>
      )
      return <LockHolderBanner entry={entryOf(lock.error)} isDirty={isDirty} actions={actions} />
    }
    // Without a lock of our own nobody is asked who else has one, but another write may have met it.
    if (lock.at === 'none' && knownLock)
      return <LockHolderBanner entry={knownLock} isDirty={isDirty} actions={draftActions} />
    if (lock.at === 'readOnly') return <Banner variant="info" text={t.editor.notOwner} />
    return null
  }
}

/** Only the owner of a file is told the tokens of its locks, and may unlock it. */
const isOwner = (error: LockConflictError | undefined): boolean =>
  error?.conflicts.some(({ token }) => token !== undefined) ?? false

const entryOf = (error: LockConflictError | undefined) =>
  toLockEntries((error?.conflicts ?? []).map((conflict) => ({ conflict })))[0]

const failure = (error: Error | null): ReactNode =>
  isShownElsewhere(error) ? undefined : <FailureText error={error} />
