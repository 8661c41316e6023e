import { useRef, type KeyboardEvent, type Ref } from 'react'
import { useI18n } from '../i18n/I18n.tsx'
import { Icon } from './Icon.tsx'
import { Kbd } from './Kbd.tsx'
import styles from './Field.module.css'

export interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** What is searched, when "Search" says too little. */
  label?: string
  /** The key that focuses it, shown while it is empty. */
  hotkey?: string
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  className?: string
  /** Gets focus when the dialog around it opens. */
  isFirst?: boolean
  /** Makes it the field of a list of choices: the id of the list, and of the choice that is meant. */
  choices?: { listId: string; activeId: string | undefined }
  ref?: Ref<HTMLInputElement>
}

/** Escape empties it, and only when it is empty already does Escape go on to the page. */
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
  const box = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={box}
      className={[styles['control'], styles['search'], className].filter(Boolean).join(' ')}
    >
      <Icon name="search" />
      <input
        ref={ref}
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
          title={t.common.clearSearch}
          onClick={() => {
            onChange('')
            box.current?.querySelector('input')?.focus()
          }}
        >
          <Icon name="close" size={14} />
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
