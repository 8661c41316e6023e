import { BookmarkPlus, FolderDown } from 'lucide-react'
import { viewLimits, withViewDefaults } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import type { ViewCopyTarget } from '#src/features/folder-view/view-copy.ts'
import { replaceDraftView } from '#src/features/folder-view/view-edits.ts'
import type { ViewEditorMessages } from '#src/i18n/en/views/view-editor.ts'
import { CopyProgress } from '#src/pages/view-settings/copy/CopyProgress.tsx'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'

const CopyToSubfolders = lazyWhenOpened(
  async () => (await import('#src/pages/view-settings/copy/CopyToSubfolders.tsx')).CopyToSubfolders,
)
const CopyFromFolder = lazyWhenOpened(
  async () => (await import('#src/pages/view-settings/copy/CopyFromFolder.tsx')).CopyFromFolder,
)
const PresetsDialog = lazyWhenOpened(
  async () => (await import('#src/pages/view-settings/presets/PresetsDialog.tsx')).PresetsDialog,
)

/** A folder whose view has just been saved to be copied to those below, with the view that it had. */
export type ViewDialog = 'to' | 'from' | 'presets' | ViewCopyTarget

/** Menu entries to copy the view of another folder and to use presets (V6). */
export function viewDialogMenuEntries(
  messages: ViewEditorMessages,
  onSelect: (task: ViewDialog) => void,
): MenuEntry[] {
  return [
    {
      key: 'from',
      label: messages.copyFromFolder,
      icon: <FolderDown aria-hidden="true" />,
      onSelect: () => onSelect('from'),
    },
    {
      key: 'presets',
      label: messages.presets,
      icon: <BookmarkPlus aria-hidden="true" />,
      onSelect: () => onSelect('presets'),
    },
  ]
}

const clamp = (value: number, min: number, max: number) =>
  Math.round(Math.max(min, Math.min(value, max)))

/** A view from another folder or service, changed where it exceeds the limits of this service. */
function fitToLimits(view: ViewSetting, maxPageSize: number): ViewSetting {
  const { pageSize, galleryWidth, columns } = viewLimits
  const complete = withViewDefaults(view)
  return {
    ...complete,
    page_size: clamp(complete.page_size ?? 0, pageSize.min, maxPageSize),
    gallery_width: clamp(complete.gallery_width ?? 0, galleryWidth.min, galleryWidth.max),
    ...(complete.columns && { columns: complete.columns.slice(0, columns) }),
  }
}

/** The dialogs that the menu entries open, and the progress of a copy. */
export function ViewDialogs({
  dialog,
  folder,
  view,
  isSaved,
  maxPageSize,
  onClose,
}: {
  dialog: ViewDialog | undefined
  folder: string
  /** The view in the form. */
  view: ViewSetting
  /** Whether the folder has a saved view, its own or one from above. */
  isSaved: boolean
  maxPageSize: number
  onClose: () => void
}) {
  const applyView = (other: ViewSetting) => {
    replaceDraftView(folder, fitToLimits(other, maxPageSize))
    onClose()
  }
  return (
    <>
      <CopyProgress />
      {(dialog === 'to' || typeof dialog === 'object') && (
        <CopyToSubfolders
          folder={folder}
          view={withViewDefaults(view)}
          isSaved={isSaved}
          saved={typeof dialog === 'object' ? dialog : undefined}
          onClose={onClose}
        />
      )}
      {dialog === 'from' && (
        <CopyFromFolder folder={folder} onChoose={applyView} onClose={onClose} />
      )}
      {dialog === 'presets' && (
        <PresetsDialog view={withViewDefaults(view)} onUse={applyView} onClose={onClose} />
      )}
    </>
  )
}
