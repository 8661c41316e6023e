import type { KeyboardEvent, ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { SearchField } from '#src/ui/controls/fields/SearchField.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { PickerPath } from './PickerPath.tsx'
import type { usePickerState } from './use-picker-state.ts'
import css from './FolderPicker.module.css'

/** The dialog around the rows of a picker: the path of the open folder, the search field, Cancel and the choice. */
export function PickerDialogLayout({
  title,
  navigation: { folder, openFolder, searchProps, onKeyDown },
  onOpenFolder = openFolder,
  searchLabel,
  onKey,
  extraAction,
  confirm: { label, isBusy = false, isDisabled, describedBy, onConfirm },
  onClose,
  children,
}: {
  title: string
  navigation: Pick<
    ReturnType<typeof usePickerState>,
    'folder' | 'openFolder' | 'searchProps' | 'onKeyDown'
  >
  onOpenFolder?: (uri: string) => void
  searchLabel: string
  /** Handles a key with the row that it acts on; returns whether it took the key. */
  onKey: (event: KeyboardEvent, row: FileRow | undefined) => boolean
  /** Shown at the start of the row of buttons. */
  extraAction?: ReactNode
  /** The button that ends the dialog. `describedBy`: id of the text that says why it is disabled. */
  confirm: {
    label: string
    isBusy?: boolean
    isDisabled: boolean
    describedBy?: string | undefined
    onConfirm: () => void
  }
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useI18n()
  return (
    <Dialog
      open
      title={title}
      width="medium"
      closeButton
      onClose={onClose}
      actions={
        <>
          {extraAction}
          <span className={css['gap']} />
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            variant="primary"
            busy={isBusy}
            aria-disabled={isDisabled || undefined}
            aria-describedby={describedBy}
            onClick={onConfirm}
          >
            {label}
          </Button>
        </>
      }
    >
      <PickerPath uri={folder} onGo={onOpenFolder} />
      <SearchField
        {...searchProps}
        className={css['search'] ?? ''}
        hotkey=""
        label={searchLabel}
        isFirst
        onKeyDown={onKeyDown(onKey)}
      />
      {children}
    </Dialog>
  )
}
