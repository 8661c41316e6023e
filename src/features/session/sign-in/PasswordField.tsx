import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { TextField, type TextFieldProps } from '#src/ui/controls/fields/TextField.tsx'
import styles from './SignInForm.module.css'

/** A password field with a button that reveals the password. */
export function PasswordField(props: TextFieldProps) {
  const { t } = useI18n()
  const [isShown, setShown] = useState(false)
  const name = isShown ? t.signIn.hidePassword : t.signIn.showPassword
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={styles['reveal']}
          aria-label={name}
          data-tooltip={name}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      }
    />
  )
}
