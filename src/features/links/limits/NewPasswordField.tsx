import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { generatePassword } from '#src/lib/generate-password.ts'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const maxPasswordLength = 32

/** The password of a new link. It is to be handed out, so it is shown while it is made. */
export function NewPasswordField({
  password,
  error,
  hideLabel = false,
  onPassword,
}: {
  password: string
  error: string | undefined
  hideLabel?: boolean
  onPassword: (password: string) => void
}) {
  const { t } = useI18n()
  const [isShown, setShown] = useState(true)
  return (
    <TextField
      label={t.linkDetails.password}
      hideLabel={hideLabel}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      spellCheck={false}
      maxLength={maxPasswordLength}
      value={password}
      onChange={(event) => onPassword(event.currentTarget.value)}
      error={error}
      end={
        <>
          <IconButton
            small
            name={isShown ? t.linkDetails.hidePassword : t.linkDetails.showPassword}
            icon={isShown ? <EyeOff {...icon} /> : <Eye {...icon} />}
            onClick={() => setShown(!isShown)}
          />
          <IconButton
            small
            name={t.linkForm.generate}
            icon={<RefreshCw {...icon} />}
            onClick={() => {
              onPassword(generatePassword())
              setShown(true)
            }}
          />
        </>
      }
    />
  )
}
