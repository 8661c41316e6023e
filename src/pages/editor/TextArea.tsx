import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react'
import { useLocation } from 'react-router-dom'
import { useEditorMessages } from '#src/i18n/parts/editor-messages.ts'
import { focusMain } from '#src/ui/keyboard/focus.ts'
import type { CopyEntryState } from './DraftActions.tsx'
import { isProseFileName } from './url.ts'
import css from './EditorPage.module.css'

/** Uses `execCommand` where it exists, so that the browser can undo the insertion. */
function insertTab(field: HTMLTextAreaElement): void {
  if (document.execCommand?.('insertText', false, '\t')) return
  field.setRangeText('\t', field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Whether a line is what stands below the head of a table in Markdown, such as `| --- | :---: |` or `--- | ---`. */
const isDelimiterRow = (line: string): boolean =>
  line.includes('|') &&
  line
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .every((cell) => /^:?-+:?$/.test(cell.trim()))

/** Keeps the caret and what is scrolled. */
function replaceText(field: HTMLTextAreaElement, text: string): void {
  if (field.value === text) return
  const { selectionStart, selectionEnd, scrollTop, scrollLeft } = field
  field.value = text
  field.setSelectionRange(selectionStart, selectionEnd)
  field.scrollTo({ top: scrollTop, left: scrollLeft })
}

/** Focuses the text at its beginning, and a copy where one was in the text that it was made of. */
function useFocusAtEntry(field: RefObject<HTMLTextAreaElement | null>): void {
  const entry = useLocation().state as CopyEntryState | null
  const startAtEntry = useEffectEvent(() => {
    field.current?.setSelectionRange(...(entry?.caret ?? [0, 0]))
    field.current?.scrollTo({ top: entry?.top ?? 0 })
  })

  useEffect(() => {
    // On touch devices focusing the field would open the on-screen keyboard over the text.
    const isTouchDevice = matchMedia('(pointer: coarse)').matches
    if (isTouchDevice) {
      focusMain()
      return
    }
    field.current?.focus({ preventScroll: true })
    startAtEntry()
  }, [field])
}

/**
 * The text area. It is uncontrolled: `text` is its initial value, and replaces it when `loadCount` grows. In code, Tab indents;
 * after Escape, Tab moves the focus as usual.
 */
export function TextArea({
  ref,
  name,
  text,
  loadCount,
  isReadOnly,
  isWrapped,
  onText,
  onSave,
}: {
  ref: Ref<HTMLTextAreaElement>
  name: string
  text: string
  loadCount: number
  isReadOnly: boolean
  isWrapped: boolean
  onText: (text: string) => void
  onSave: () => void
}) {
  const messages = useEditorMessages()
  const hint = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const isLeaving = useRef(false)
  const isCode = !isProseFileName(name)
  // A changing `defaultValue` would write the whole text into the DOM with every key.
  const [initial] = useState(text)
  const [loaded, setLoaded] = useState({ text, loadCount })
  if (loaded.loadCount !== loadCount) setLoaded({ text, loadCount })
  const hasTable = useMemo(() => loaded.text.split('\n').some(isDelimiterRow), [loaded.text])
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement)

  useFocusAtEntry(field)

  useLayoutEffect(() => {
    if (field.current) replaceText(field.current, loaded.text)
  }, [loaded])

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (event.nativeEvent.isComposing) return
    if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 's') {
      event.preventDefault()
      onSave()
    } else if (key === 'Tab' && isCode && !isReadOnly && !isLeaving.current) {
      if (shiftKey || ctrlKey || metaKey || altKey) return
      event.preventDefault()
      insertTab(event.currentTarget)
    } else if (key !== 'Shift') isLeaving.current = key === 'Escape'
  }

  return (
    <div className={css['sheet']}>
      <textarea
        ref={field}
        className={[
          css['text'],
          isCode ? css['code'] : css['prose'],
          !isCode && hasTable && css['table'],
        ]
          .filter(Boolean)
          .join(' ')}
        aria-label={messages.textOf(name)}
        aria-describedby={isCode && !isReadOnly ? hint : undefined}
        defaultValue={initial}
        readOnly={isReadOnly}
        wrap={isWrapped ? 'soft' : 'off'}
        spellCheck={!isCode}
        autoCapitalize={isCode ? 'off' : undefined}
        autoComplete="off"
        dir="auto"
        onInput={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          isLeaving.current = false
        }}
      />
      {isCode && !isReadOnly && (
        <p id={hint} className={css['hint']}>
          {messages.leaveHint}
        </p>
      )}
    </div>
  )
}
