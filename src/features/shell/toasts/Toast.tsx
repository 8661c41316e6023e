import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { dismissToast } from '#src/jobs/messages/toasts.ts'
import { useAutoClose } from '#src/ui/use-auto-close.ts'
import styles from './Toasts.module.css'

/** A toast that stays until it is dismissed or acted on. */
export function PersistentToast({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div role={role} className={styles['toast']}>
      {children}
    </div>
  )
}

/** A toast that closes by itself, but not while the pointer or the focus is in it, a dialog is open, or while `isHeld`. */
export function TransientToast({
  id,
  isHeld = false,
  children,
}: {
  id: number
  isHeld?: boolean
  children: ReactNode
}) {
  const handlers = useAutoClose(isHeld, () => dismissToast(id))
  return (
    <div className={styles['toast']} {...handlers}>
      {children}
    </div>
  )
}

export function DismissButton({ id }: { id: number }) {
  const { t } = useI18n()
  return (
    <button
      type="button"
      className={styles['dismiss']}
      aria-label={t.appShell.dismiss}
      data-tooltip={t.appShell.dismiss}
      onClick={() => dismissToast(id)}
    >
      <X aria-hidden="true" />
    </button>
  )
}
