import { useMutation } from '@tanstack/react-query'
import { Copy, CopyPlus, WrapText } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router-dom'
import { nameOfUri } from '#src/contract/uri.ts'
import type { EditedText } from '#src/features/editor/edited-text.ts'
import { editor } from '#src/features/editor/editor.ts'
import {
  currentTextDraft,
  removeTextDraft,
  saveTextDraft,
  useTextDraft,
} from '#src/features/editor/text-drafts.ts'
import { onFilesChanged } from '#src/features/shell/live/live-lists.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { LeaveDialog } from '#src/ui/dialogs/LeaveDialog.tsx'
import { useHotkeys } from '#src/ui/keyboard/use-hotkeys.ts'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'
import { useCopyOfText, useSaveCopy } from './DraftActions.tsx'
import { DraftFoundNotice, EditorNotices } from './EditorNotices.tsx'
import { EditorShell } from './EditorShell.tsx'
import { EditorStatus } from './EditorStatus.tsx'
import { TextArea } from './TextArea.tsx'
import { editHref, isProportionalText } from './url.ts'
import css from './EditorPage.module.css'

/** Its text has been loaded. */
export function TextEditor({ edited, uri }: { edited: EditedText; uri: string }) {
  const { t } = useI18n()
  const state = useSyncExternalStore(edited.subscribe, edited.state)
  const { lock, problem, savedText } = state
  const name = nameOfUri(state.uri)
  const draft = useTextDraft(state.uri)
  const [isDraftFound, setDraftFound] = useState(() => currentTextDraft(state.uri) !== undefined)
  const [isWrapped, setWrapped] = useState(() => isProportionalText(name))
  const field = useRef<HTMLTextAreaElement>(null)
  const notices = useRef<HTMLDivElement>(null)
  const save = useMutation(editor.save(edited, name))
  const copy = useSaveCopy(state.uri, edited.fileId)
  const copyText = useCopyOfText()

  useEffect(() => {
    edited.start()
    return () => edited.stop()
  }, [edited])
  useEffect(() => onFilesChanged(() => void edited.checkStored()), [edited])
  useEffect(() => {
    // The router would load the file again, of which only the URI has changed.
    if (state.uri !== uri) window.history.replaceState(history.state, '', editHref(state.uri))
  }, [state.uri, uri])

  const isReadOnly = lock.at === 'readOnly' || lock.at === 'refused' || isDraftFound
  const isDirty = draft !== undefined && !isDraftFound
  const canSave = !isReadOnly && lock.at !== 'lost' && problem === undefined
  const text = draft ?? savedText

  /** Returns the focus to the text when the pressed button has been unmounted with its notice. */
  const restoreFocus = () => {
    const { activeElement } = document
    if (activeElement?.contains(field.current) || notices.current?.contains(activeElement)) {
      field.current?.focus()
    }
  }
  const endDraftNotice = () => {
    setDraftFound(false)
    field.current?.focus()
  }
  const saveNow = (overwrites = false) => {
    if (save.isPending) return
    if (canSave || overwrites) {
      if (!isDirty && !overwrites) return
      copy.reset()
      save.mutate({ text, overwrites }, { onSuccess: restoreFocus })
    } else notices.current?.querySelector('button')?.focus()
  }
  const saveKey = (event: KeyboardEvent) => {
    event.preventDefault()
    saveNow()
  }
  useHotkeys({ '$mod+s': saveKey })
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      // A saved copy is opened in place of the draft.
      currentTextDraft(state.uri) !== undefined &&
      currentLocation.pathname + currentLocation.search !==
        nextLocation.pathname + nextLocation.search,
  )

  return (
    <EditorShell
      name={name}
      uri={state.uri}
      state={
        <EditorStatus
          uri={state.uri}
          lock={lock}
          isDirty={isDirty}
          isReadOnly={isReadOnly}
          isSaving={save.isPending}
          isSaved={state.hasBeenSaved}
        />
      }
      actions={
        <>
          <IconButton
            name={t.editor.wrap}
            aria-pressed={isWrapped}
            icon={<WrapText aria-hidden="true" />}
            onClick={() => setWrapped(!isWrapped)}
          />
          <MoreMenu
            name={t.common.moreActions}
            buttonName={t.common.more}
            variant="quiet"
            entries={[
              {
                key: 'saveCopy',
                label: t.editor.saveCopy,
                icon: <CopyPlus aria-hidden="true" />,
                onSelect: () => copy.saveCopy(edited.bytesOf(text)),
              },
              {
                key: 'copyText',
                label: t.editor.copyText,
                icon: <Copy aria-hidden="true" />,
                onSelect: () => copyText(text),
              },
            ]}
          />
          {!isReadOnly && (
            <Button
              variant={canSave && isDirty ? 'primary' : 'default'}
              busy={save.isPending}
              aria-keyshortcuts="Control+S Meta+S"
              onClick={() => saveNow()}
            >
              {t.common.save}
            </Button>
          )}
        </>
      }
    >
      <div ref={notices} className={css['notices']}>
        {isDraftFound ? (
          <DraftFoundNotice
            onContinue={() => {
              if (field.current && draft !== undefined) field.current.value = draft
              void edited.begin()
              endDraftNotice()
            }}
            onDiscard={() => {
              removeTextDraft(state.uri)
              endDraftNotice()
            }}
          />
        ) : (
          <EditorNotices
            edited={edited}
            name={name}
            isDirty={isDirty}
            text={text}
            copy={copy}
            error={copy.error ?? save.error}
            onSave={saveNow}
            onDone={() => field.current?.focus()}
          />
        )}
      </div>
      <TextArea
        key={state.loadCount}
        ref={field}
        name={name}
        text={isDraftFound ? savedText : text}
        isReadOnly={isReadOnly}
        isWrapped={isWrapped}
        onText={(typed) => {
          void edited.begin()
          if (typed === savedText) removeTextDraft(state.uri)
          else saveTextDraft(state.uri, typed)
        }}
        onSave={() => saveNow()}
      />
      {blocker.state === 'blocked' && (
        <LeaveDialog
          description={t.editor.leaveText(name)}
          saveLabel={t.common.save}
          isSaving={save.isPending}
          onStay={blocker.reset}
          onDiscard={() => {
            removeTextDraft(state.uri)
            blocker.proceed()
          }}
          onSave={
            canSave
              ? () =>
                  save.mutate(
                    { text },
                    { onSuccess: () => blocker.proceed(), onError: () => blocker.reset() },
                  )
              : undefined
          }
        />
      )}
    </EditorShell>
  )
}
