import { Check, Copy } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { announce } from '#src/ui/announcements/announce.ts'
import { Button, type ButtonVariant } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { useCopy } from './use-copy.ts'
import css from './CopyButton.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

export function CopyButton({
  text,
  label,
  done,
  onRefused,
  copyOtherwise,
  variant = 'default',
  small = true,
  isIconOnly = false,
}: {
  text: () => string
  label: string
  /** Announced to screen readers after copying. */
  done: string
  /** Called when the browser refuses: shows the text selected instead. */
  onRefused: (text: string) => void
  /** Asked at the press: returns whether it has taken the place of this button, which keeps the focus. */
  copyOtherwise?: (() => boolean) | undefined
  variant?: ButtonVariant
  small?: boolean
  isIconOnly?: boolean
}) {
  const { t } = useI18n()
  const { copied, copy } = useCopy()
  const onClick = () => {
    if (copyOtherwise?.()) return
    void copy(text()).then((worked) => (worked ? announce(done) : onRefused(text())))
  }
  const mark = copied ? <Check {...icon} /> : <Copy {...icon} />
  return isIconOnly ? (
    <IconButton small name={label} icon={mark} onClick={onClick} />
  ) : (
    <Button small={small} variant={variant} icon={mark} onClick={onClick}>
      <span className={css['word']} data-other={copied ? label : t.common.copied}>
        {copied ? t.common.copied : label}
      </span>
    </Button>
  )
}
