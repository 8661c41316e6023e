import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import type { FileKind } from '#src/lib/names/file-kind.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { returnFocus } from '#src/ui/dialogs/return-focus.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import css from './DetailsPanel.module.css'

/**
 * Set while a panel is replaced by that of another item, which takes its place without motion. Module state, because
 * the two panels have no parent in common that knows of it.
 */
let isReplacing = false

/** The details of one item: a panel beside the list, on phones a sheet over it. */
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
  useLayoutEffect(() => {
    const own = panel.current
    const opener = document.activeElement
    if (!isReplacing) own?.setAttribute('data-arrives', '')
    return () => {
      // The panel of the next item is mounted in the same commit.
      isReplacing = true
      queueMicrotask(() => {
        isReplacing = false
      })
      // Focus that was inside goes back to the row; focus elsewhere is left alone.
      if (own?.contains(document.activeElement)) returnFocus(opener)
    }
  }, [])
  if (isPhone) {
    return (
      <Dialog
        open
        title={<bdi>{escapeControlChars(name)}</bdi>}
        width="wide"
        closeButton
        closeOnBackdrop
        onClose={onClose}
      >
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
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing)
          return
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

/** Stands in place of the details of an item that has gone. */
export function GoneItemPanel({
  text,
  ...panel
}: {
  text: string
  isPhone: boolean
  onClose: () => void
}) {
  const { t } = useI18n()
  return (
    <DetailsPanel name={t.common.details} kind="unknown" {...panel}>
      <p>{text}</p>
    </DetailsPanel>
  )
}

export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className={css['list']}>{children}</dl>
}

export function DescriptionItem({ term, children }: { term: ReactNode; children: ReactNode }) {
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
