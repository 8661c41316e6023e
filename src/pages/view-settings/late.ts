import { later } from '#src/ui/later.ts'

/*
 * What the settings of a view need beside their controls. Fetched at rest, so that it is there when the network is not.
 */

/** The list as Files draws it: most come from there and have it. */
const viewPreview = later(() => import('./ViewPreview.tsx'), ['files', 'viewSettings'], 'at rest')
const viewWritesCode = later(() => import('#src/queries/view-writes.ts'), [], 'at rest')
const viewMore = later(() => import('./ViewMore.tsx'), ['operations'], 'at rest')
const leaveDialog = later(() => import('./LeaveDialog.tsx'), ['viewSettings'], 'at rest')
const notices = later(() => import('./Notices.tsx'), ['errors', 'files', 'viewSettings'], 'at rest')
/** On first use: most never change columns. */
const addColumn = later(() => import('./AddColumn.tsx'), ['files', 'viewSettings'])
const columnDrag = later(() => import('./column-drag.ts'))

export { addColumn, columnDrag, leaveDialog, notices, viewMore, viewPreview, viewWritesCode }
