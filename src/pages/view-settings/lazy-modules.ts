import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { lazyModule } from '#src/ui/lazy-module.ts'

/*
 * Code of the view settings beside the controls. Preloaded when idle, so that it works offline.
 */

const ViewPreview = lazyComponent(async () => (await import('./ViewPreview.tsx')).ViewPreview)
const LeaveViewDialog = lazyComponent(
  async () =>
    (await import('#src/pages/view-settings/changes/LeaveViewDialog.tsx')).LeaveViewDialog,
)
const ViewNotice = lazyComponent(async () => (await import('./ViewNotices.tsx')).ViewNotice)
const ChangedElsewhere = lazyComponent(
  async () => (await import('./ViewNotices.tsx')).ChangedElsewhere,
)
const SaveFailed = lazyComponent(async () => (await import('./ViewNotices.tsx')).SaveFailed)
const viewWritesModule = lazyModule(() => import('#src/queries/views/view-writes.ts'))
const viewDialogsModule = lazyModule(() => import('./ViewDialogs.tsx'))
// Loaded on first use: few users change columns.
const AddColumn = lazyComponent(
  async () => (await import('#src/components/folder/columns/AddColumn.tsx')).AddColumn,
  { preload: false },
)
const columnDragModule = lazyModule(
  () => import('#src/pages/view-settings/columns/column-drag.ts'),
  {
    preload: false,
  },
)

export {
  AddColumn,
  ChangedElsewhere,
  columnDragModule,
  LeaveViewDialog,
  SaveFailed,
  ViewNotice,
  viewDialogsModule,
  ViewPreview,
  viewWritesModule,
}
