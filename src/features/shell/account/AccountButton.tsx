import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import styles from './AccountButton.module.css'

const AccountPanel = lazyWhenOpened(async () => (await import('./AccountPanel.tsx')).AccountPanel)

const firstOf = (word = '') => Array.from(word)[0] ?? ''

/** The first letters of the first and the last word; one character of a name without spaces. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = firstOf(words[0])
  const last = words.length > 1 ? firstOf(words.at(-1)) : ''
  return (first + last).toUpperCase()
}

/** Opens the account panel. `compact` shows the initials alone, for phones. */
export function AccountButton({ compact = false }: { compact?: boolean }) {
  const { t } = useI18n()
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { data: me } = useQuery(users.me())
  const name = escapeControlChars(me?.nickname || me?.email || '')
  return (
    <>
      <button
        ref={button}
        type="button"
        className={compact ? styles['compact'] : styles['button']}
        aria-label={name ? t.appShell.accountOf(name) : t.appShell.account}
        aria-haspopup="dialog"
        data-tooltip={name}
        data-tooltip-if="cut"
        aria-expanded={anchor !== null}
        onClick={() => setAnchor(anchor ? null : button.current)}
      >
        {/* The style sheet draws the initials: as text they would count as a label that the name does not contain. */}
        <span className={styles['avatar']} data-initials={initials(name)} />
        {!compact && (
          <>
            <bdi className={styles['name']}>{name}</bdi>
            <ChevronsUpDown aria-hidden="true" />
          </>
        )}
      </button>
      {anchor && (
        <AccountPanel
          anchor={anchor}
          align={compact ? 'end' : 'start'}
          name={name}
          email={me?.email}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
