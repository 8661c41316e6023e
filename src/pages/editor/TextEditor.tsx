import { useRef, useState, useSyncExternalStore } from 'react'
import { nameOfUri } from '#src/contract/uri.ts'
import type { EditedText } from '#src/features/editor/edited-text.ts'
import { textDraftOf, useTextDraft } from '#src/features/editor/text-drafts.ts'
import { useHeightAsCssVariable } from '#src/ui/sizes/use-height-as-css-variable.ts'
import { useCopyToClipboard, useSaveAndOpenCopy } from './DraftActions.tsx'
import { DraftFoundNotice } from './DraftFoundNotice.tsx'
import { WrapAndCopyActions, SaveButton } from './EditorActions.tsx'
import { EditorNotice } from './EditorNotice.tsx'
import { EditorShell } from './EditorShell.tsx'
import { LeaveTextQuestion } from './LeaveTextQuestion.tsx'
import { SaveAndLockStatus } from './SaveAndLockStatus.tsx'
import { TextArea } from './TextArea.tsx'
import { isProseFileName } from './url.ts'
import { useWatchEditedFile, useSaving } from './use-editing.ts'
import css from './EditorPage.module.css'

/** The editor of a loaded text. */
export function TextEditor({ edited, uri }: { edited: EditedText; uri: string }) {
  const state = useSyncExternalStore(edited.subscribe, edited.state)
  const { lock, problem, savedText } = state
  const name = nameOfUri(state.uri)
  const draft = useTextDraft(state.uri)
  const [isDraftFound, setDraftFound] = useState(() => textDraftOf(state.uri) !== undefined)
  const [isWrapped, setWrapped] = useState(() => isProseFileName(name))
  const field = useRef<HTMLTextAreaElement>(null)
  const notices = useRef<HTMLDivElement>(null)
  useHeightAsCssVariable(notices, '--bottom-bar')
  const copy = useSaveAndOpenCopy(state.uri, edited.fileId, field)
  const copyText = useCopyToClipboard()
  useWatchEditedFile(edited, uri)

  const isReadOnly = lock.at === 'readOnly' || lock.at === 'refused' || isDraftFound
  const isDirty = draft !== undefined && !isDraftFound
  const canSave = !isReadOnly && lock.at !== 'lost' && problem === undefined
  const text = isDraftFound ? savedText : (draft ?? savedText)

  const { save, saveNow } = useSaving(
    edited,
    { text, isDirty, canSave },
    {
      onStart: copy.reset,
      onBlocked: () => focusFirstAction(notices.current),
      onSaved: () => {
        // The pressed button may have been unmounted with its notice.
        const { activeElement } = document
        if (activeElement?.contains(field.current) || notices.current?.contains(activeElement)) {
          field.current?.focus()
        }
      },
    },
  )
  const endDraftNotice = () => {
    setDraftFound(false)
    field.current?.focus()
  }

  return (
    <EditorShell
      name={name}
      uri={state.uri}
      state={
        <SaveAndLockStatus
          file={{ id: edited.fileId, uri: state.uri }}
          lock={lock}
          isGone={problem === 'gone'}
          isDirty={isDirty}
          isReadOnly={isReadOnly}
          isSaving={save.isPending}
          isSaved={state.hasBeenSaved}
        />
      }
      actions={
        <WrapAndCopyActions
          wrapping={{ isWrapped, onChange: setWrapped }}
          onSaveCopy={() => copy.saveCopy(text, edited.bytesOf(text))}
          onCopyText={() => copyText(text)}
        >
          {!isReadOnly && (
            <SaveButton
              isDirty={isDirty}
              canSave={canSave}
              isSaving={save.isPending}
              onClick={() => saveNow()}
            />
          )}
        </WrapAndCopyActions>
      }
    >
      <div ref={notices} className={css['notices']}>
        {isDraftFound ? (
          <DraftFoundNotice
            isOutdated={problem === 'changed' || edited.isDraftOutdated}
            onContinue={() => {
              if (field.current && draft !== undefined) field.current.value = draft
              edited.continueDraft()
              endDraftNotice()
            }}
            onDiscard={() => {
              edited.dropDraft()
              endDraftNotice()
            }}
          />
        ) : (
          <EditorNotice
            edited={edited}
            name={name}
            isDirty={isDirty}
            text={text}
            copy={copy}
            // The text may have been found to be stored since.
            error={copy.error ?? (isDirty ? save.error : null)}
            onSave={saveNow}
            onDone={() => field.current?.focus()}
          />
        )}
      </div>
      <TextArea
        ref={field}
        name={name}
        text={text}
        loadCount={state.loadCount}
        isReadOnly={isReadOnly}
        isWrapped={isWrapped}
        onText={(typed) => {
          void edited.begin()
          // Until a save that is under way has ended, it is not known what will be stored.
          if (typed === savedText && !save.isPending) edited.dropDraft()
          else edited.keepTyped(typed)
        }}
        onSave={() => saveNow()}
      />
      <LeaveTextQuestion
        uri={state.uri}
        isDirty={isDirty}
        isSaving={save.isPending}
        onSave={canSave ? (callbacks) => save.mutate({ text }, callbacks) : undefined}
      />
    </EditorShell>
  )
}

function focusFirstAction(notices: HTMLElement | null): void {
  const buttons = [...(notices?.querySelectorAll('button') ?? [])]
  // What closed details have in them cannot have the focus.
  buttons.find((button) => !button.closest('details'))?.focus()
}
