import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { isProse } from './url.ts'
import css from './EditorPage.module.css'

/** In a way that the browser can undo, where it has one. */
function insertTab(field: HTMLTextAreaElement): void {
  if (document.execCommand?.('insertText', false, '\t')) return
  field.setRangeText('\t', field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * The text itself. The field keeps its own value: only what is typed goes out, and only a new `key` brings another text
 * in. In code Tab indents, and after Escape it leads on as everywhere else.
 */
export function TextField({
  ref,
  name,
  text,
  isReadOnly,
  isWrapped,
  onText,
  onSave,
}: {
  ref: Ref<HTMLTextAreaElement>
  name: string
  text: string
  isReadOnly: boolean
  isWrapped: boolean
  onText: (text: string) => void
  onSave: () => void
}) {
  const { t } = useI18n()
  const hint = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const isLeaving = useRef(false)
  const isCode = !isProse(name)
  // A default that follows every key would be written into the page again with each of them.
  const [initial] = useState(text)
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement)

  useEffect(() => {
    // Where typing needs a keyboard on the screen, it would cover what one came to read.
    const isTouched = matchMedia('(pointer: coarse)').matches
    const start = isTouched ? field.current?.closest('main') : field.current
    start?.focus({ preventScroll: true })
    if (!isTouched) field.current?.setSelectionRange(0, 0)
  }, [])

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
    <div className={css['paper']}>
      <textarea
        ref={field}
        className={`${css['text']} ${isCode ? css['code'] : css['prose']}`}
        aria-label={t.editor.textOf(name)}
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
          {t.editor.leaveHint}
        </p>
      )}
    </div>
  )
}
