import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { lazyModule } from '#src/ui/lazy-module.ts'

/* Code that is needed after an action. Fetched when idle, so that it also works offline. */

const BatchBar = lazyComponent(
  async () => (await import('#src/components/list/BatchBar.tsx')).BatchBar,
  { optional: true },
)
const ListChangedNotice = lazyComponent(
  async () => (await import('#src/components/list/ListChangedNotice.tsx')).ListChangedNotice,
  {
    optional: true,
  },
)
const FileSelectionBar = lazyComponent(
  async () => (await import('#src/components/list/ListSelectionBar.tsx')).FileSelectionBar,
  { optional: true },
)
const SelectionActions = lazyComponent(
  async () => (await import('./SelectionActions.tsx')).SelectionActions,
  {
    optional: true,
  },
)
const NameFieldOf = lazyComponent(async () => (await import('./NameFields.tsx')).NameFieldOf)
const FolderPicker = lazyComponent(
  async () => (await import('#src/components/folder/picker/FolderPicker.tsx')).FolderPicker,
)
const ConfirmDialog = lazyComponent(
  async () => (await import('#src/dialogs/ConfirmDialog.tsx')).ConfirmDialog,
)
const FolderOverlays = lazyComponent(
  async () => (await import('./FolderOverlays.tsx')).FolderOverlays,
)
const FileDetails = lazyComponent(
  async () => (await import('./details/FileDetails.tsx')).FileDetails,
)
const ImageViewer = lazyComponent(
  async () => (await import('#src/components/viewer/ImageViewer.tsx')).ImageViewer,
)
const SearchFilters = lazyComponent(
  async () => (await import('#src/pages/files/search/SearchFilters.tsx')).SearchFilters,
  { optional: true },
)
const ShareForm = lazyComponent(
  async () => (await import('#src/components/share/new/ShareForm.tsx')).ShareForm,
)
const ShortcutStates = lazyComponent(
  async () => (await import('./ShortcutStates.tsx')).ShortcutStates,
  { optional: true, waitsForIdle: true },
)
const FolderUpload = lazyComponent(
  async () => (await import('#src/pages/files/upload/FolderUpload.tsx')).FolderUpload,
  { optional: true, waitsForIdle: true },
)
const FolderGone = lazyComponent(async () => (await import('./FolderGone.tsx')).FolderGone, {
  optional: true,
})
/** Visitors start with it, so it is not preloaded for others. */
const VisitorFrame = lazyComponent(
  async () => (await import('#src/components/frame/VisitorFrame.tsx')).VisitorFrame,
  { preload: false },
)
const OtherWay = lazyComponent(async () => (await import('./OtherWay.tsx')).OtherWay, {
  optional: true,
})

const viewMenuModule = lazyModule(() => import('#src/pages/files/view/view-menu-entries.tsx'))
const uploadMenuModule = lazyModule(() => import('#src/pages/files/upload/FolderUpload.tsx'))
const searchModule = lazyModule(() => import('#src/pages/files/search/search.ts'))
export type SearchModule = Awaited<ReturnType<typeof searchModule.load>>
const clipboardModule = lazyModule(() => import('#src/pages/files/commands/clipboard-commands.ts'))
const dragModule = lazyModule(() => import('#src/pages/files/drag/drag-rows.ts'))
const fileWritesModule = lazyModule(() => import('#src/queries/files/file-writes.ts'))
export type FileWritesModule = Awaited<ReturnType<typeof fileWritesModule.load>>
const shortcutsModule = lazyModule(() => import('#src/queries/shares/shortcuts.ts'))
const downloadsModule = lazyModule(() => import('#src/components/downloads.ts'))

export {
  BatchBar,
  ListChangedNotice,
  clipboardModule,
  ConfirmDialog,
  downloadsModule,
  dragModule,
  FileDetails,
  FileSelectionBar,
  fileWritesModule,
  FolderGone,
  FolderPicker,
  FolderOverlays,
  ImageViewer,
  NameFieldOf,
  OtherWay,
  SelectionActions,
  SearchFilters,
  searchModule,
  ShareForm,
  shortcutsModule,
  ShortcutStates,
  FolderUpload,
  uploadMenuModule,
  viewMenuModule,
  VisitorFrame,
}
