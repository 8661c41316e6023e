import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { AccountSection } from './AccountSection.tsx'
import { ToggleSecondFactorDialog } from './ToggleSecondFactorDialog.tsx'
import css from './AccountPage.module.css'

const SecondFactorSetUp = lazyWhenOpened(
  async () => (await import('./SecondFactorSetUp.tsx')).SecondFactorSetUp,
)

/** Whether sign-in asks for a code, and how to turn that on and off. */
export function SecondFactorSection({ isOn, email }: { isOn: boolean; email: string }) {
  const { t } = useI18n()
  const messages = useAccountMessages()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
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
        <Button small onClick={() => setOpen(true)}>
          {isOn ? messages.turnOff : messages.setUp}
        </Button>
      </div>
      <p className={css['hint']}>{messages.secondFactorLost}</p>
      {isOpen && !isOn && <SecondFactorSetUp email={email} onDone={done} onClose={close} />}
      {isOpen && isOn && (
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
