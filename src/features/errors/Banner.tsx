import { CircleAlert, Info, LockOpen } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { CorrelationId } from '#src/ui/states/ErrorDetails.tsx'
import { describeError } from './describe-error.ts'
import css from './Banner.module.css'

const icons = { lost: LockOpen, alert: CircleAlert, info: Info }

/** A message above the content, with actions. What needs attention is an alert, the rest a status. */
export function Banner({
  variant,
  text,
  detail,
  actions,
  ref,
}: {
  variant: keyof typeof icons
  text: string
  detail?: ReactNode
  actions?: ReactNode
  ref?: Ref<HTMLDivElement>
}) {
  const Icon = icons[variant]
  return (
    <div
      ref={ref}
      role={variant === 'info' ? 'status' : 'alert'}
      className={`${css['banner']} ${variant === 'info' ? '' : css['warning']}`}
    >
      <Icon aria-hidden="true" />
      <div className={css['text']}>
        <p>{text}</p>
        {detail}
      </div>
      {actions && <div className={css['actions']}>{actions}</div>}
    </div>
  )
}

/** The message of an error, with the correlation id by which the service's log can be searched. */
export function FailureText({ error }: { error: Error | null }) {
  const { t } = useI18n()
  const { title, correlationId } = describeError(error, t)
  return (
    <>
      <p>{title}</p>
      {correlationId && (
        <details className={css['details']}>
          <summary>{t.common.details}</summary>
          <CorrelationId id={correlationId} />
        </details>
      )}
    </>
  )
}
