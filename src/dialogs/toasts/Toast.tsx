import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { dismissToast } from '#src/stores/toasts.ts'
import styles from './Toasts.module.css'

/** How long a toast about a success stays, in ms. */
const closeAfterMs = 7000

/** Stays until it is dismissed or acted on. */
export function PersistentToast({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div role={role} className={styles['toast']}>
      {children}
    </div>
  )
}

/** Closes by itself, but not while the pointer or the focus is in it, or while `isHeld`. */
export function TransientToast({
  id,
  isHeld = false,
  children,
}: {
  id: number
  isHeld?: boolean
  children: ReactNode
}) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isStaying = isHeld || isPointedAt || hasFocus

  useEffect(() => {
    if (isStaying) return
    const timer = setTimeout(() => dismissToast(id), closeAfterMs)
    return () => clearTimeout(timer)
  }, [id, isStaying])

  return (
    <div
      className={styles['toast']}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
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
      aria-label={t.frame.dismiss}
      title={t.frame.dismiss}
      onClick={() => dismissToast(id)}
    >
      <X aria-hidden="true" />
    </button>
  )
}
