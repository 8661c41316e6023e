import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Kbd } from '#src/ui/controls/Kbd.tsx'
import { useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import styles from './Field.module.css'

export interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** Accessible name, when "Search" is not specific enough. */
  label?: string
  /** The key that focuses it, shown while it is empty. */
  hotkey?: string
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  className?: string
  /** Whether it gets the initial focus of its dialog. */
  isFirst?: boolean
  /** Makes it a combobox: the id of its listbox and of the active option. */
  choices?: { listId: string; activeId: string | undefined }
  ref?: Ref<HTMLInputElement>
}

/**
 * Escape clears it; when it is empty, Escape is left to the page. A word of an input method is given on once it is
 * composed; keyboards on the screen compose every word, of any language, so that theirs is at once.
 */
export function SearchField({
  value,
  onChange,
  label,
  hotkey = '/',
  onKeyDown,
  className,
  isFirst = false,
  choices,
  ref,
}: SearchFieldProps) {
  const { t } = useI18n()
  const field = useRef<HTMLInputElement>(null)
  const isOnScreenKeyboard = useMediaQuery('(pointer: coarse)')
  /** The text while a word is being composed. */
  const [composed, setComposed] = useState<string | null>(null)
  const text = composed ?? value
  useImperativeHandle(ref, () => field.current as HTMLInputElement)
  return (
    <div className={[styles['control'], styles['search'], className].filter(Boolean).join(' ')}>
      <Search size={16} strokeWidth={1.75} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        className={styles['input']}
        aria-label={label ?? t.common.search}
        aria-keyshortcuts={hotkey || undefined}
        data-autofocus={isFirst ? '' : undefined}
        {...(choices && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-autocomplete': 'list',
          'aria-controls': choices.listId,
          'aria-activedescendant': choices.activeId,
        })}
        placeholder={label ?? t.common.search}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={({ target }) => (composed === null ? onChange : setComposed)(target.value)}
        onCompositionStart={() => setComposed(isOnScreenKeyboard ? null : value)}
        onCompositionEnd={({ currentTarget }) => {
          setComposed(null)
          onChange(currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '' && !event.nativeEvent.isComposing) {
            event.preventDefault()
            event.stopPropagation()
            onChange('')
          }
          onKeyDown?.(event)
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className={styles['clear']}
          aria-label={t.common.clearSearch}
          data-tooltip={t.common.clearSearch}
          onClick={() => {
            onChange('')
            field.current?.focus()
          }}
        >
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      {text === '' && hotkey && (
        <span className={styles['key']} aria-hidden="true">
          <Kbd>{hotkey}</Kbd>
        </span>
      )}
    </div>
  )
}
