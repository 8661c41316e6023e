import { CircleAlert, Info, LockOpen } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import css from './EditorPage.module.css'

const icons = { lost: LockOpen, alert: CircleAlert, info: Info }

/** One line about the file over its text, with the ways on. What needs attention is an alert, the rest a remark. */
export function EditorBanner({
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
