import { BookmarkPlus, FolderDown, FolderTree } from 'lucide-react'
import { parseUri } from '#src/contract/uri.ts'
import { viewLimits, wholeView } from '#src/contract/view-rules.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { takeView } from '#src/stores/view-drafts.ts'
import { later } from '#src/ui/later.ts'
import type { MenuEntry } from '#src/ui/MenuPopup.tsx'
import { CopyProgress } from './CopyProgress.tsx'

const copyToSubfolders = later(() => import('./CopyToSubfolders.tsx'), ['operations'], 'at rest')
const copyFromFolder = later(
  () => import('./CopyFromFolder.tsx'),
  ['operations', 'files', 'errors', 'picking'],
  'at rest',
)
const presets = later(() => import('./Presets.tsx'), ['operations', 'viewSettings'], 'at rest')

export type MoreTask = 'to' | 'from' | 'presets'

/** What leads from the view of one folder to others, and back (V6). `isTrial`: it cannot be saved here, nor below. */
export function moreEntries(
  t: Messages,
  folder: string,
  isTrial: boolean,
  onSelect: (task: MoreTask) => void,
): MenuEntry[] {
  const words = t.operations.viewCopy
  const to = {
    key: 'to',
    label: words.toTitle,
    icon: <FolderTree aria-hidden="true" />,
    onSelect: () => onSelect('to'),
  }
  // What lies in the trash has no view of its own.
  const hasSubfolders = !isTrial && parseUri(folder).host !== 'trash'
  return [
    ...(hasSubfolders ? [to] : []),
    {
      key: 'from',
      label: words.fromEntry,
      icon: <FolderDown aria-hidden="true" />,
      onSelect: () => onSelect('from'),
    },
    {
      key: 'presets',
      label: words.presets.title,
      icon: <BookmarkPlus aria-hidden="true" />,
      onSelect: () => onSelect('presets'),
    },
  ]
}

const between = (value: number, min: number, max: number) =>
  Math.round(Math.max(min, Math.min(value, max)))

/** A view from elsewhere, as this service takes it. */
function fitted(view: ViewSetting, maxPageSize: number): ViewSetting {
  const { pageSize, galleryWidth, columns } = viewLimits
  const whole = wholeView(view)
  return {
    ...whole,
    page_size: between(whole.page_size ?? 0, pageSize.min, maxPageSize),
    gallery_width: between(whole.gallery_width ?? 0, galleryWidth.min, galleryWidth.max),
    ...(whole.columns && { columns: whole.columns.slice(0, columns) }),
  }
}

/** What the entries open, and how far a copy has come. */
export function ViewMore({
  task,
  folder,
  view,
  maxPageSize,
  onClose,
}: {
  task: MoreTask | undefined
  folder: string
  /** As it is on the page. */
  view: ViewSetting
  maxPageSize: number
  onClose: () => void
}) {
  const to = copyToSubfolders.useCode(task === 'to')
  const from = copyFromFolder.useCode(task === 'from')
  const named = presets.useCode(task === 'presets')
  const take = (other: ViewSetting) => {
    takeView(folder, fitted(other, maxPageSize))
    onClose()
  }
  return (
    <>
      <CopyProgress />
      {task === 'to' && to && (
        <to.CopyToSubfolders folder={folder} view={wholeView(view)} onClose={onClose} />
      )}
      {task === 'from' && from && (
        <from.CopyFromFolder folder={folder} onView={take} onClose={onClose} />
      )}
      {task === 'presets' && named && (
        <named.Presets view={wholeView(view)} onUse={take} onClose={onClose} />
      )}
    </>
  )
}
