import { errorWords } from './error-words.ts'
import { CorrelationId } from '#src/ui/ErrorFace.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { CircleAlert, Info, LockOpen } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import css from './Banner.module.css'

const icons = { lost: LockOpen, alert: CircleAlert, info: Info }

/** One line about what is open here, above it, with the ways on. What needs attention is an alert, the rest a remark. */
export function Banner({
  look,
  text,
  detail,
  actions,
  ref,
}: {
  look: keyof typeof icons
  text: string
  detail?: ReactNode
  actions?: ReactNode
  ref?: Ref<HTMLDivElement>
}) {
  const Icon = icons[look]
  return (
    <div
      ref={ref}
      role={look === 'info' ? 'status' : 'alert'}
      className={`${css['banner']} ${look === 'info' ? '' : css['warning']}`}
    >
      <Icon aria-hidden="true" />
      <div className={css['words']}>
        <p>{text}</p>
        {detail}
      </div>
      {actions && <div className={css['ways']}>{actions}</div>}
    </div>
  )
}

/** Why something failed, in words, with the id under which the service's log knows it. */
export function FailureWords({ error }: { error: Error | null }) {
  const { t } = useI18n()
  const { title, correlationId } = errorWords(error, t)
  return (
    <>
      <p>{title}</p>
      {correlationId && (
        <details>
          <summary>{t.common.details}</summary>
          <CorrelationId id={correlationId} />
        </details>
      )}
    </>
  )
}
