import { Copy, CopyPlus, WrapText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useEditorMessages } from '#src/i18n/parts/editor-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'

export function SaveButton({
  isDirty,
  canSave,
  isSaving,
  onClick,
}: {
  isDirty: boolean
  /** Whether nothing has to be decided before. */
  canSave: boolean
  isSaving: boolean
  onClick: () => void
}) {
  const { t } = useI18n()
  return (
    <Button
      variant={isDirty && canSave ? 'primary' : 'default'}
      busy={isSaving}
      // It keeps the focus after a save.
      aria-disabled={!isDirty || undefined}
      aria-keyshortcuts="Control+S Meta+S"
      onClick={onClick}
    >
      {t.common.save}
    </Button>
  )
}

/** What can be done with the text beside saving it, which is `children`. */
export function WrapAndCopyActions({
  wrapping: { isWrapped, onChange },
  onSaveCopy,
  onCopyText,
  children,
}: {
  wrapping: { isWrapped: boolean; onChange: (isWrapped: boolean) => void }
  onSaveCopy: () => void
  onCopyText: () => void
  children: ReactNode
}) {
  const { t } = useI18n()
  const messages = useEditorMessages()
  return (
    <>
      <IconButton
        name={messages.wrap}
        aria-pressed={isWrapped}
        icon={<WrapText aria-hidden="true" />}
        onClick={() => onChange(!isWrapped)}
      />
      <MoreMenu
        name={t.common.moreActions}
        buttonName={t.common.more}
        variant="quiet"
        entries={[
          {
            key: 'saveCopy',
            label: messages.saveCopy,
            icon: <CopyPlus aria-hidden="true" />,
            onSelect: onSaveCopy,
          },
          {
            key: 'copyText',
            label: messages.copyText,
            icon: <Copy aria-hidden="true" />,
            onSelect: onCopyText,
          },
        ]}
      />
      {children}
    </>
  )
}
