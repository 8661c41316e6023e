import { BookmarkPlus, FolderDown, FolderTree } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { parseUri } from '#src/contract/uri.ts'
import { viewLimits, wholeView } from '#src/contract/view-rules.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { takeView } from '#src/stores/view-drafts.ts'
import type { MenuEntry } from '#src/ui/MenuPopup.tsx'
import { copyFromFolder, copyToSubfolders, presets } from './late.ts'

const between = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))

/** A view from elsewhere, as this service takes it. */
function fitted(view: ViewSetting, maxPageSize: number): ViewSetting {
  const { pageSize, galleryWidth, columns } = viewLimits
  const whole = wholeView(view)
  return {
    ...whole,
    page_size: between(Math.round(whole.page_size ?? 0), pageSize.min, maxPageSize),
    gallery_width: between(
      Math.round(whole.gallery_width ?? 0),
      galleryWidth.min,
      galleryWidth.max,
    ),
    ...(whole.columns && { columns: whole.columns.slice(0, columns) }),
  }
}

/** What leads from the view of one folder to others, and back (V6): the entries of the menu, and what they open. */
export function useViewMore({
  folder,
  view,
  maxPageSize,
  isTrial,
}: {
  folder: string
  /** As it is on the page. */
  view: ViewSetting
  maxPageSize: number
  /** It cannot be saved here, nor below. */
  isTrial: boolean
}): { entries: readonly MenuEntry[]; opened: ReactNode } {
  const { t } = useI18n()
  const [open, setOpen] = useState<'to' | 'from' | 'presets'>()
  const to = copyToSubfolders.useCode(open === 'to')
  const from = copyFromFolder.useCode(open === 'from')
  const named = presets.useCode(open === 'presets')
  const close = () => setOpen(undefined)
  const take = (other: ViewSetting) => {
    takeView(folder, fitted(other, maxPageSize))
    close()
  }
  // What lies in the trash has no view of its own.
  const hasSubfolders = !isTrial && parseUri(folder).host !== 'trash'
  const entries: MenuEntry[] = [
    ...(hasSubfolders
      ? [
          {
            key: 'to',
            label: t.viewSettings.copyTo,
            icon: <FolderTree aria-hidden="true" />,
            onSelect: () => setOpen('to'),
          },
        ]
      : []),
    {
      key: 'from',
      label: t.viewSettings.copyFrom,
      icon: <FolderDown aria-hidden="true" />,
      onSelect: () => setOpen('from'),
    },
    {
      key: 'presets',
      label: t.viewSettings.presets,
      icon: <BookmarkPlus aria-hidden="true" />,
      onSelect: () => setOpen('presets'),
    },
  ]
  const opened =
    open === 'to' && to ? (
      <to.CopyToSubfolders folder={folder} view={wholeView(view)} onClose={close} />
    ) : open === 'from' && from ? (
      <from.CopyFromFolder folder={folder} onView={take} onClose={close} />
    ) : open === 'presets' && named ? (
      <named.Presets view={wholeView(view)} onUse={take} onClose={close} />
    ) : null
  return { entries, opened }
}
