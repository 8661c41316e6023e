import { useMutation } from '@tanstack/react-query'
import { Keyboard, LogOut } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { session } from '#src/queries/session.ts'
import { openDialog } from '#src/stores/dialogs.ts'
import { setPreferences, useDensity, useLetterKeys } from '#src/stores/preferences.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { AccountChoice } from './AccountChoice.tsx'
import styles from './AccountMenu.module.css'
import { LanguageChoice, ThemeChoice } from './AccountPreferences.tsx'

/** What the account's button opens: who it is, how the page looks, and the way out. */
export default function AccountPanel(props: {
  name: string
  email: string | undefined
  onClose: () => void
}) {
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
