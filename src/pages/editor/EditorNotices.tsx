import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore, type ReactNode, type Ref } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { type EditedText, NotSavedError } from '#src/queries/edited-text.ts'
import { editor } from '#src/queries/editor.ts'
import { LockCancelledError } from '#src/stores/lock-sessions.ts'
import { Button } from '#src/ui/Button.tsx'
import { Banner, FailureWords } from '#src/views/Banner.tsx'
import { DraftActions, type SaveCopy } from './DraftActions.tsx'
import { HolderBanner } from './HolderBanner.tsx'

/** What is said by the state of the file, or by whoever gave up at a lock, is not said again. */
const isSaid = (error: Error | null): boolean =>
  error === null || error instanceof NotSavedError || error instanceof LockCancelledError

/** The one thing that is to be said about the file right now, and what to do about it. */
export function EditorNotices({
  ref,
  edited,
  name,
  isDirty,
  isOffered,
  text,
  copy,
  error,
  onSave,
  onDone,
  onGoOn,
  onDiscard,
}: {
  ref: Ref<HTMLDivElement>
  edited: EditedText
  name: string
  isDirty: boolean
  isOffered: boolean
  text: string
  copy: SaveCopy
  /** Why saving, or saving a copy, did not go through. */
  error: Error | null
  onSave: (overwrites?: boolean) => void
  /** What was said is settled: focus belongs to the text again. */
  onDone: () => void
  onGoOn: () => void
  onDiscard: () => void
}) {
  const { t } = useI18n()
  const { hold, trouble } = useSyncExternalStore(edited.subscribe, edited.state)
  const relock = useMutation(editor.relock(edited, name))
  const load = useMutation(editor.load(edited))
  const settled = { onSuccess: onDone }
  const keep = isDirty && (
    <DraftActions copy={copy} text={text} bytes={() => edited.bytesOf(text)} />
  )
  const lockAgain = (label: string) => (
    <Button small busy={relock.isPending} onClick={() => relock.mutate(undefined, settled)}>
      {label}
    </Button>
  )

  return <div ref={ref}>{notice()}</div>

  function notice(): ReactNode {
    if (isOffered) {
      const choose = (act: () => void) => () => {
        act()
        onDone()
      }
      return (
        <Banner
          look="info"
          text={t.editor.offered}
          actions={
            <>
              <Button small onClick={choose(onGoOn)}>
                {t.editor.goOn}
              </Button>
              <Button small kind="quiet" onClick={choose(onDiscard)}>
                {t.editor.discard}
              </Button>
            </>
          }
        />
      )
    }
    if (trouble === 'gone') {
      const words = isDirty ? t.editor.gone : t.editor.goneClean
      return <Banner look="alert" text={words} detail={failure(error)} actions={keep} />
    }
    if (trouble === 'changed') {
      return (
        <Banner
          look="alert"
          text={t.editor.changed}
          detail={failure(error ?? load.error)}
          actions={
            <>
              {keep}
              <Button small kind="quiet" onClick={() => onSave(true)}>
                {t.editor.overwrite}
              </Button>
              <Button
                small
                kind="quiet"
                busy={load.isPending}
                onClick={() => load.mutate(undefined, settled)}
              >
                {t.editor.loadTheirs}
              </Button>
            </>
          }
        />
      )
    }
    if (hold.at === 'lost') {
      return (
        <Banner
          look="lost"
          text={isDirty ? t.editor.lost : t.editor.lostClean}
          detail={failure(relock.error ?? error)}
          actions={
            <>
              {lockAgain(t.editor.lockAgain)}
              {keep}
            </>
          }
        />
      )
    }
    if (!isSaid(error)) {
      return (
        <Banner
          look="alert"
          text={t.editor.notSaved}
          detail={failure(error)}
          actions={
            <>
              <Button small onClick={() => onSave()}>
                {t.common.retry}
              </Button>
              {keep}
            </>
          }
        />
      )
    }
    if (hold.at === 'refused') {
      return <HolderBanner error={hold.error} actions={lockAgain(t.common.tryAgain)} />
    }
    if (hold.at === 'readOnly') return <Banner look="info" text={t.editor.notYours} />
    return null
  }
}

const failure = (error: Error | null): ReactNode =>
  isSaid(error) ? undefined : <FailureWords error={error} />
