import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { CopyButton } from '#src/ui/copy/CopyButton.tsx'
import css from './LinkDetails.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A masked password with a button to reveal it. It is never part of a label or title. */
export function LinkPassword({ password }: { password: string }) {
  const { t } = useI18n()
  const [isShown, setShown] = useState(false)
  return (
    <span className={css['secret']}>
      {isShown ? (
        <span className={css['password']} dir="ltr">
          {password}
        </span>
      ) : (
        <span className={css['dots']} aria-hidden="true">
          ••••••••
        </span>
      )}
      <IconButton
        small
        name={isShown ? t.linkDetails.hidePassword : t.linkDetails.showPassword}
        icon={isShown ? <EyeOff {...icon} /> : <Eye {...icon} />}
        onClick={() => setShown(!isShown)}
      />
      <CopyButton
        isIconOnly
        text={() => password}
        label={t.linkDetails.copyPassword}
        done={t.linkDetails.passwordCopied}
        onRefused={showManualCopy}
      />
    </span>
  )
}
