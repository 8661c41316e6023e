import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { AccountSection } from './AccountSection.tsx'
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx'
import { ToggleSecondFactorDialog } from './ToggleSecondFactorDialog.tsx'
import css from './AccountPage.module.css'

/** Whether sign-in asks for a code, and how to turn that on and off. */
export function SecondFactorSection({ isOn, email }: { isOn: boolean; email: string }) {
  const { t } = useI18n()
  const messages = useAccountMessages()
  /** What the open dialog is to make of it. */
  const [wished, setWished] = useState<boolean>()
  // Also where the answer that it is so got lost.
  if (wished === isOn) setWished(undefined)
  const close = () => setWished(undefined)
  const done = () => {
    close()
    announce(isOn ? messages.turnedOff : messages.turnedOn)
  }
  return (
    <AccountSection
      id="second-factor"
      title={messages.secondFactor}
      text={messages.secondFactorText}
    >
      <div className={css['state']}>
        <span data-on={isOn || undefined}>
          {isOn ? messages.secondFactorOn : messages.secondFactorOff}
        </span>
        <Button small onClick={() => setWished(!isOn)}>
          {isOn ? messages.turnOff : messages.setUp}
        </Button>
      </div>
      <p className={css['hint']}>{messages.secondFactorLost}</p>
      {wished === true && !isOn && (
        <SecondFactorSetUp email={email} onDone={done} onClose={close} />
      )}
      {wished === false && isOn && (
        <ToggleSecondFactorDialog
          isOn={false}
          title={messages.turnOffTitle}
          text={messages.turnOffText}
          label={t.signIn.secondFactor}
          submitLabel={messages.turnOffNow}
          onDone={done}
          onClose={close}
        />
      )}
    </AccountSection>
  )
}
