import { later } from '#src/ui/later.ts'

/*
 * What a folder needs only once something is done in it. Fetched at rest, so that it is there when the network is not.
 */

const batchBar = later(() => import('#src/views/BatchBar.tsx'), ['operations'], 'at rest')
const pickedActions = later(() => import('./PickedActions.tsx'), ['files'], 'at rest')
const keepCode = later(() => import('./keep-view.ts'), [], 'at rest')
const viewMenu = later(() => import('./view-menu.tsx'), ['viewSettings'], 'at rest')
const nameField = later(
  () => import('#src/views/folder/NameField.tsx'),
  ['errors', 'picking'],
  'at rest',
)
const folderPicker = later(
  () => import('#src/views/folder/FolderPicker.tsx'),
  ['errors', 'files', 'picking'],
  'at rest',
)
const folderTasks = later(() => import('./FolderTasks.tsx'), ['files', 'picking'], 'at rest')
const fileDetails = later(
  () => import('./FileDetails.tsx'),
  ['errors', 'files', 'itemDetails', 'kinds'],
  'at rest',
)
const imageViewer = later(
  () => import('#src/views/viewer/ImageViewer.tsx'),
  ['viewer', 'files', 'errors'],
  'at rest',
)
const searchCode = later(() => import('./search.ts'), [], 'at rest')
const searchFilters = later(() => import('./SearchFilters.tsx'), ['kinds', 'search'], 'at rest')
const visitorFrame = later(() => import('#src/views/VisitorFrame.tsx'), ['signIn'])
const clipCode = later(() => import('./clip.ts'), [], 'at rest')
const dragCode = later(() => import('./drag-rows.ts'), [], 'at rest')
const fileWritesCode = later(() => import('#src/queries/file-writes.ts'), [], 'at rest')
const downloadsCode = later(() => import('#src/queries/downloads.ts'), [], 'at rest')
const shareForm = later(
  () => import('#src/views/ShareForm.tsx'),
  ['errors', 'shareDetails', 'shareForm'],
  'at rest',
)
const uploadHere = later(() => import('./UploadHere.tsx'), ['files', 'uploads'], 'at rest')

export {
  batchBar,
  clipCode,
  downloadsCode,
  dragCode,
  fileDetails,
  fileWritesCode,
  folderPicker,
  folderTasks,
  imageViewer,
  keepCode,
  nameField,
  pickedActions,
  searchCode,
  searchFilters,
  shareForm,
  uploadHere,
  viewMenu,
  visitorFrame,
}
