import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import type { FileKind } from '#src/lib/names.ts'
import css from './DetailsPanel.module.css'

/** Facts about one item: a panel that pushes the list aside; on phones a sheet over it. */
export function DetailsPanel({
  name,
  kind,
  isPhone,
  onClose,
  children,
  actions,
}: {
  name: string
  kind: FileKind
  isPhone: boolean
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
}) {
  const { t } = useI18n()
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      // Focus that was inside goes back to the row; focus elsewhere is left alone.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  if (isPhone) {
    return (
      <Dialog open title={name} width="wide" closeButton closeOnBackdrop onClose={onClose}>
        <div className={css['content']}>{children}</div>
        {actions && <div className={css['actions']}>{actions}</div>}
      </Dialog>
    )
  }
  return (
    // Escape closes the panel while focus is in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={panel}
      className={css['panel']}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <div className={css['head']}>
        <FileGlyph kind={kind} />
        <h2 id={id}>
          <TruncatedName name={name} />
        </h2>
        <IconButton
          small
          name={t.common.closeNamed(t.common.details)}
          icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={onClose}
        />
      </div>
      <div className={css['content']}>{children}</div>
      {actions && <div className={css['actions']}>{actions}</div>}
    </aside>
  )
}

/** A list of facts: each a term and what is so. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={css['facts']}>{children}</dl>
}

export function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  )
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css['section']}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
