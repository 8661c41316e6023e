import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronsUpDown, Keyboard, LogOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { session } from '#src/queries/session.ts'
import { users } from '#src/queries/users.ts'
import { openDialog } from '#src/stores/dialogs.ts'
import { setPreferences, useDensity, useLetterKeys } from '#src/stores/preferences.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Popover } from '#src/ui/Popover.tsx'
import { AccountChoice } from './AccountChoice.tsx'
import { LanguageChoice, ThemeChoice } from './AccountPreferences.tsx'
import styles from './AccountMenu.module.css'

const firstOf = (word = '') => Array.from(word)[0] ?? ''

/** The first letters of the first and the last word; one character of a name without spaces. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = firstOf(words[0])
  const last = words.length > 1 ? firstOf(words.at(-1)) : ''
  return (first + last).toUpperCase()
}

/** Who is signed in, how the page looks, and the way out. `compact` is the face alone, as phones have it. */
export function AccountMenu({ compact = false }: { compact?: boolean }) {
  const { t } = useI18n()
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<Element | null>(null)
  const { data: me } = useQuery(users.me())
  const name = visibleText(me?.nickname || me?.email || '')
  return (
    <>
      <button
        ref={button}
        type="button"
        className={compact ? styles['compact'] : styles['who']}
        aria-label={name ? t.frame.accountOf(name) : t.frame.account}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={() => setAnchor(anchor ? null : button.current)}
      >
        <span className={styles['face']} aria-hidden="true">
          {initials(name)}
        </span>
        {!compact && (
          <>
            <bdi className={styles['name']}>{name}</bdi>
            <ChevronsUpDown aria-hidden="true" />
          </>
        )}
      </button>
      {anchor && (
        <Popover
          anchor={anchor}
          align={compact ? 'end' : 'start'}
          name={t.frame.account}
          onClose={() => setAnchor(null)}
        >
          <AccountPanel name={name} email={me?.email} onClose={() => setAnchor(null)} />
        </Popover>
      )}
    </>
  )
}

function AccountPanel(props: { name: string; email: string | undefined; onClose: () => void }) {
  const { t } = useI18n()
  const { mutate: signOut } = useMutation(session.signOut())
  const density = useDensity()
  const letterKeys = useLetterKeys()
  return (
    <div className={styles['panel']}>
      <div className={styles['person']}>
        <b>
          <bdi>{props.name}</bdi>
        </b>
        {props.email && props.email !== props.name && <span>{visibleText(props.email)}</span>}
      </div>
      <div className={styles['choices']}>
        <LanguageChoice />
        <ThemeChoice />
        <AccountChoice
          label={t.frame.density}
          value={density}
          options={[
            { value: 'comfortable', label: t.frame.densityComfortable },
            { value: 'compact', label: t.frame.densityCompact },
          ]}
          onChange={(density) => setPreferences({ density })}
        />
        <Checkbox checked={letterKeys} onChange={(letterKeys) => setPreferences({ letterKeys })}>
          <span title={t.frame.letterKeysHint}>{t.frame.letterKeys}</span>
        </Checkbox>
      </div>
      <div className={styles['actions']}>
        <button
          type="button"
          onClick={() => {
            props.onClose()
            openDialog('keyboard-help')
          }}
        >
          <Keyboard aria-hidden="true" />
          {t.frame.keyboardHelp}
          <kbd aria-hidden="true">?</kbd>
        </button>
        <button type="button" onClick={() => signOut()}>
          <LogOut aria-hidden="true" />
          {t.frame.signOut}
        </button>
      </div>
    </div>
  )
}
