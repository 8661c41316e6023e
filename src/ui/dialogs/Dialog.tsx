import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { LiveRegion } from '#src/ui/announcements/LiveRegion.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { useMayOpen } from './dialog-hold.ts'
import { returnFocus } from './return-focus.ts'
import styles from './Dialog.module.css'

export interface DialogProps {
  open: boolean
  /** Called on Escape, the close button, the system's back gesture or a press on the backdrop. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Id of an element of the content that describes the dialog where it has no `description`. */
  describedBy?: string
  children?: ReactNode
  /** What to know before a button is pressed: it stays in sight above them, however long the content is. */
  note?: ReactNode
  /** The buttons at the bottom. */
  actions?: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** 440, 520, 640, 860 or 1,080 px. */
  width?: 'narrow' | 'medium' | 'wide' | 'table' | 'full'
  closeOnBackdrop?: boolean
  closeButton?: boolean
}

/** Among radio buttons it is the chosen one, as with Tab. */
const firstField =
  'input:not(:disabled, [type=radio]:not(:checked)), select, textarea, button:not(:disabled), a[href]'

/**
 * A modal dialog. Focus goes first to the element with `data-autofocus`, else to the close button or the first field of
 * the content, and back to the opener on closing. While a question is on the screen no other one opens (`DialogHold`).
 */
export function Dialog(props: DialogProps) {
  return props.open ? <WantedDialog {...props} /> : null
}

function WantedDialog(props: DialogProps) {
  return useMayOpen() ? <OpenDialog {...props} /> : null
}

function OpenDialog({
  onClose,
  title,
  description,
  describedBy,
  children,
  note,
  actions,
  role = 'dialog',
  width = 'medium',
  closeOnBackdrop = false,
  closeButton = false,
}: DialogProps) {
  const { t } = useI18n()
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const content = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const opener = document.activeElement
    dialog.showModal()
    // In content that scrolls, the browser focuses what scrolls instead of its first field.
    const inside = content.current?.contains(document.activeElement) ? content.current : null
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ??
      inside?.querySelector<HTMLElement>(firstField)
    first?.focus()
    // Focus scrolls to its element; a dialog that scrolls as one begins with its title.
    content.current?.parentElement?.scrollTo(0, 0)
    return () => {
      dialog.close()
      returnFocus(opener)
    }
  }, [])

  // Escape is handled as a key: a browser lets a page refuse the event `cancel` only once.
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.preventDefault()
    onClose()
  }

  return (
    // The dialog handles keys for everything inside it: Escape closes.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      role={role}
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : describedBy}
      className={`${styles['dialog']} ${styles[width]}`}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (closeOnBackdrop && event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles['body']}>
        <div className={styles['head']}>
          <h2 id={`${id}-title`}>{title}</h2>
          {closeButton && (
            <IconButton
              small
              name={t.common.close}
              icon={<X aria-hidden="true" />}
              onClick={onClose}
            />
          )}
        </div>
        {description && (
          <div id={`${id}-text`} className={styles['description']}>
            {description}
          </div>
        )}
        <div ref={content} className={styles['content']}>
          {children}
        </div>
        {note && <div className={styles['note']}>{note}</div>}
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
      <LiveRegion />
    </dialog>
  )
}
