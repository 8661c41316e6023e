import { Ellipsis } from 'lucide-react'
import type { ViewSetting } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import type { Preset } from '#src/stores/preset-file.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import { type Layout, overlayView, type SortKey } from '#src/views/folder/shown-view.ts'
import css from './Presets.module.css'

/** A view in a few words: how it lays out, how it sorts, and what its layout shows. */
function viewWords(view: ViewSetting, t: Messages): string {
  const { layout, sort, columns, galleryWidth } = overlayView(view)
  const by = sort && t.viewSettings.sortKeys[sort.by as SortKey]
  const more: Record<Layout, string> = {
    list: t.viewSettings.columnCount(columns.length),
    grid: '',
    gallery: `${galleryWidth} ${t.viewSettings.px}`,
  }
  const words = [
    t.viewSettings.layouts[layout],
    by && `${by} ${sort.direction === 'desc' ? '↓' : '↑'}`,
    more[layout],
  ]
  return words.filter(Boolean).join(' · ')
}

/** One view under its name, and what can be done with it. */
export function PresetRow({
  preset: { name, view },
  onUse,
  onRename,
  onDelete,
}: {
  preset: Preset
  onUse: () => void
  onRename: () => void
  onDelete: () => void
}) {
  const { t } = useI18n()
  return (
    <>
      <span className={css['what']}>
        <TruncatedName name={name} />
        <small>{viewWords(view, t)}</small>
      </span>
      <Button
        small
        data-use={name}
        aria-label={t.operations.viewCopy.presets.applyNamed(name)}
        onClick={onUse}
      >
        {t.operations.viewCopy.presets.apply}
      </Button>
      <Menu
        name={t.operations.viewCopy.presets.actionsFor(name)}
        entries={[
          { key: 'rename', label: t.operations.viewCopy.presets.rename, onSelect: onRename },
          {
            key: 'delete',
            label: t.operations.viewCopy.presets.delete,
            onSelect: onDelete,
            danger: true,
          },
        ]}
      >
        {(button) => (
          <IconButton
            {...button}
            small
            name={t.operations.viewCopy.presets.actionsFor(name)}
            icon={<Ellipsis aria-hidden="true" />}
          />
        )}
      </Menu>
    </>
  )
}
