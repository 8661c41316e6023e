import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { NetworkDrive } from '#src/features/account/drives.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { webDavAddress } from '#src/platform/deployment/web-dav-address.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { CopyButton } from '#src/ui/copy/CopyButton.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import css from './DriveAccessInfo.module.css'

const systems = ['windows', 'macos', 'linux', 'phones'] as const

/** Dots in place of a password that is not shown, whatever its length. */
const dots = '••••••••••••'

/** What a computer or phone asks for to use a drive, and where it asks. */
export function DriveAccessInfo({
  drive,
  email,
  onClose,
}: {
  drive: NetworkDrive
  email: string
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useAccountMessages()
  const [isShown, setShown] = useState(false)
  const address = webDavAddress()
  return (
    <Dialog
      open
      title={messages.connectTitle(drive.name)}
      description={messages.connectText}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t.common.done}
        </Button>
      }
    >
      <dl className={css['facts']}>
        <Fact term={messages.address} value={address}>
          <CopyButton
            isIconOnly
            text={() => address}
            label={messages.copyAddress}
            done={messages.addressCopied}
            onRefused={showManualCopy}
          />
        </Fact>
        <Fact term={messages.user} value={email}>
          <CopyButton
            isIconOnly
            text={() => email}
            label={messages.copyUser}
            done={messages.userCopied}
            onRefused={showManualCopy}
          />
        </Fact>
        <Fact term={messages.drivePassword} value={isShown ? drive.password : dots}>
          <IconButton
            small
            name={isShown ? t.signIn.hidePassword : t.signIn.showPassword}
            icon={isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
            onClick={() => setShown(!isShown)}
          />
          <CopyButton
            isIconOnly
            text={() => drive.password}
            label={messages.copyPassword}
            done={messages.passwordCopied}
            onRefused={showManualCopy}
          />
        </Fact>
      </dl>
      <h3 className={css['help']}>{messages.help}</h3>
      <dl className={css['systems']}>
        {systems.map((system) => (
          <div key={system}>
            <dt>{messages.systems[system]}</dt>
            <dd>{messages.systemHelp[system]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function Fact({ term, value, children }: { term: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <code dir="ltr">{value}</code>
        {children}
      </dd>
    </div>
  )
}
