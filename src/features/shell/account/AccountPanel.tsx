import { Keyboard, LogOut, UserRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { SignOutTrigger } from '#src/features/session/SignOutTrigger.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useAccountMenuMessages } from '#src/i18n/parts/account-menu-messages.ts'
import { queueDialog } from '#src/jobs/questions/dialogs.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { setPreferences, useDensity, useLetterShortcutsEnabled } from '#src/platform/preferences.ts'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { RadioGroup } from '#src/ui/controls/RadioGroup.tsx'
import { PopoverDialog } from '#src/ui/menu/PopoverDialog.tsx'
import { phoneQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { LanguageChoice, ThemeChoice } from './AccountPreferences.tsx'
import { ExternalSiteLinks } from './ExternalSiteLinks.tsx'
import styles from './AccountButton.module.css'

/** The signed-in user, the preferences and the sign-out button. */
export function AccountPanel(props: {
  anchor: HTMLElement
  align: 'start' | 'end'
  name: string
  email: string | undefined
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useAccountMenuMessages()
  const density = useDensity()
  const letterKeys = useLetterShortcutsEnabled()
  // Phones have no keys, a zoomed page of a computer has.
  const isCoarse = useMediaQuery('(pointer: coarse)')
  const hasKeys = !(useMediaQuery(phoneQuery) && isCoarse)
  return (
    <PopoverDialog
      anchor={props.anchor}
      align={props.align}
      name={t.appShell.account}
      onClose={props.onClose}
    >
      <div className={styles['panel']}>
        <div className={styles['person']}>
          <b>
            <bdi>{props.name}</bdi>
          </b>
          {props.email && props.email !== props.name && (
            <span>{escapeControlChars(props.email)}</span>
          )}
        </div>
        <div className={styles['choices']}>
          <LanguageChoice />
          <ThemeChoice />
          <RadioGroup
            label={messages.density}
            value={density}
            options={[
              { value: 'comfortable', label: messages.densityComfortable },
              { value: 'compact', label: messages.densityCompact },
            ]}
            onChange={(density) => setPreferences({ density })}
          />
          {hasKeys && (
            <Checkbox
              checked={letterKeys}
              onChange={(letterKeys) => setPreferences({ letterKeys })}
            >
              <span data-tooltip={messages.letterKeysHint}>{messages.letterKeys}</span>
            </Checkbox>
          )}
        </div>
        <div className={styles['actions']}>
          <Link to="/account" onClick={props.onClose}>
            <UserRound aria-hidden="true" />
            {messages.settings}
          </Link>
          <ExternalSiteLinks />
          {hasKeys && (
            <button
              type="button"
              onClick={() => {
                props.onClose()
                queueDialog('keyboard-help')
              }}
            >
              <Keyboard aria-hidden="true" />
              {messages.keyboardHelp}
              <kbd aria-hidden="true">?</kbd>
            </button>
          )}
          <SignOutTrigger>
            {(button) => (
              <button type="button" {...button}>
                <LogOut aria-hidden="true" />
                {t.account.signOut}
              </button>
            )}
          </SignOutTrigger>
        </div>
      </div>
    </PopoverDialog>
  )
}
