import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Kbd } from '#src/ui/controls/Kbd.tsx'
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

/** Escape clears it; when it is empty, Escape is left to the page. */
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
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '' && !event.nativeEvent.isComposing) {
            event.preventDefault()
            event.stopPropagation()
            onChange('')
          }
          onKeyDown?.(event)
        }}
      />
      {value !== '' && (
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
      {value === '' && hotkey && (
        <span className={styles['key']} aria-hidden="true">
          <Kbd>{hotkey}</Kbd>
        </span>
      )}
    </div>
  )
}
