import { useState } from 'react'
import { useAccountWords } from '#src/i18n/account-words.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { announce } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { AccountSection } from './AccountSection.tsx'
import { CodeDialog } from './CodeDialog.tsx'
import css from './AccountPage.module.css'

const SecondFactorSetUp = lazyWhenOpened(
  async () => (await import('./SecondFactorSetUp.tsx')).SecondFactorSetUp,
)

/** Whether sign-in asks for a code, and how to turn that on and off. */
export function SecondFactorSection({ isOn, email }: { isOn: boolean; email: string }) {
  const { t } = useI18n()
  const words = useAccountWords()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const done = () => {
    close()
    announce(isOn ? words.turnedOff : words.turnedOn)
  }
  return (
    <AccountSection id="second-factor" title={words.secondFactor} text={words.secondFactorText}>
      <div className={css['state']}>
        <span data-on={isOn || undefined}>
          {isOn ? words.secondFactorOn : words.secondFactorOff}
        </span>
        <Button small onClick={() => setOpen(true)}>
          {isOn ? words.turnOff : words.setUp}
        </Button>
      </div>
      <p className={css['hint']}>{words.secondFactorLost}</p>
      {isOpen && !isOn && <SecondFactorSetUp email={email} onDone={done} onClose={close} />}
      {isOpen && isOn && (
        <CodeDialog
          isOn={false}
          title={words.turnOffTitle}
          text={words.turnOffText}
          label={t.signIn.secondFactor}
          submitLabel={words.turnOffNow}
          onDone={done}
          onClose={close}
        />
      )}
    </AccountSection>
  )
}
