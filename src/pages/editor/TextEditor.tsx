import { useMutation } from '@tanstack/react-query'
import { Copy, CopyPlus, Ellipsis, WrapText } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { EditedText } from '#src/queries/edited-text.ts'
import { editor } from '#src/queries/editor.ts'
import { currentDraft, dropDraft, keepDraft, useDraft } from '#src/stores/drafts.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import { useHotkeys } from '#src/ui/use-hotkeys.ts'
import { useCopyOfText, useSaveCopy } from './DraftActions.tsx'
import { EditorFrame } from './EditorFrame.tsx'
import { EditorNotices } from './EditorNotices.tsx'
import { EditorState } from './EditorState.tsx'
import { TextField } from './TextField.tsx'
import { editHref, isProse, nameOf } from './url.ts'

/** A text that is open. */
export function TextEditor({ edited, uri }: { edited: EditedText; uri: string }) {
  const { t } = useI18n()
  const state = useSyncExternalStore(edited.subscribe, edited.state)
  const { hold, trouble, base } = state
  const name = nameOf(state.uri)
  const draft = useDraft(state.uri)
  const [isOffered, setOffered] = useState(() => currentDraft(state.uri) !== undefined)
  const [isWrapped, setWrapped] = useState(() => isProse(name))
  const field = useRef<HTMLTextAreaElement>(null)
  const notices = useRef<HTMLDivElement>(null)
  const save = useMutation(editor.save(edited, name))
  const copy = useSaveCopy(state.uri)
  const copyText = useCopyOfText()

  useEffect(() => {
    edited.start()
    return () => edited.stop()
  }, [edited])
  useEffect(() => {
    // Past the router, which would open the file anew: it is open already, only its address has changed.
    if (state.uri !== uri) window.history.replaceState(history.state, '', editHref(state.uri))
  }, [state.uri, uri])

  const isReadOnly = hold.at === 'readOnly' || hold.at === 'refused' || isOffered
  const isDirty = draft !== undefined && !isOffered
  const canSave = (hold.at === 'held' || hold.at === 'none') && trouble === undefined && !isReadOnly
  const text = draft ?? base

  /** The button that was pressed may have gone with what it settled. */
  const focusBack = () => {
    const { activeElement } = document
    if (activeElement === document.body || notices.current?.contains(activeElement)) {
      field.current?.focus()
    }
  }
  const saveNow = (overwrites = false) => {
    if (save.isPending) return
    if (canSave || overwrites) {
      if (!isDirty && !overwrites) return
      copy.reset()
      save.mutate({ text, overwrites }, { onSuccess: focusBack })
    } else notices.current?.querySelector('button')?.focus()
  }
  const saveKey = (event: KeyboardEvent) => {
    event.preventDefault()
    saveNow()
  }
  useHotkeys({ '$mod+s': saveKey })

  return (
    <EditorFrame
      name={name}
      uri={state.uri}
      state={
        <EditorState
          hold={hold}
          isDirty={isDirty}
          isReadOnly={isReadOnly}
          isSaving={save.isPending}
          isSaved={state.isSavedOnce}
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
          <Menu
            name={t.common.moreActions}
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
          >
            {(button) => (
              <IconButton {...button} name={t.common.more} icon={<Ellipsis aria-hidden="true" />} />
            )}
          </Menu>
          {!isReadOnly && (
            <Button
              kind={canSave && isDirty ? 'primary' : 'default'}
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
      <EditorNotices
        ref={notices}
        edited={edited}
        name={name}
        isDirty={isDirty}
        isOffered={isOffered}
        text={text}
        copy={copy}
        error={copy.error ?? save.error}
        onSave={saveNow}
        onDone={() => field.current?.focus()}
        onGoOn={() => {
          if (field.current && draft !== undefined) field.current.value = draft
          setOffered(false)
        }}
        onDiscard={() => {
          dropDraft(state.uri)
          setOffered(false)
        }}
      />
      <TextField
        key={state.loads}
        ref={field}
        name={name}
        text={isOffered ? base : text}
        isReadOnly={isReadOnly}
        isWrapped={isWrapped}
        onText={(typed) => (typed === base ? dropDraft(state.uri) : keepDraft(state.uri, typed))}
        onSave={() => saveNow()}
      />
    </EditorFrame>
  )
}
