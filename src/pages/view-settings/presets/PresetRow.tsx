import type { Ref } from 'react'
import type { ViewSetting } from '#src/contract/views/view.ts'
import type { Preset } from '#src/features/folder-view/presets-json.ts'
import { type Layout, resolveView, type SortKey } from '#src/features/folder-view/resolved-view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { usePresetsMessages } from '#src/i18n/parts/presets-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import css from './Presets.module.css'

/** Describes a view by its layout, sort order and the main setting of the layout. */
function viewSummary(view: ViewSetting, t: Messages): string {
  const { layout, sort, columns, galleryWidth } = resolveView(view)
  const by = sort && t.viewSettings.sortKeys[sort.by as SortKey]
  const layoutDetail: Record<Layout, string> = {
    list: t.viewSettings.columnCount(columns.length),
    grid: '',
    gallery: `${galleryWidth} ${t.viewSettings.px}`,
  }
  const facts = [
    t.viewSettings.layouts[layout],
    by && `${by} ${sort.direction === 'desc' ? '↓' : '↑'}`,
    layoutDetail[layout],
  ]
  return facts.filter(Boolean).join(' · ')
}

/** One preset with its actions. */
export function PresetRow({
  ref,
  preset: { name, view },
  onUse,
  onRename,
  onDelete,
}: {
  /** The ref of the button that applies it. */
  ref: Ref<HTMLButtonElement>
  preset: Preset
  onUse: () => void
  onRename: () => void
  onDelete: () => void
}) {
  const { t } = useI18n()
  const messages = usePresetsMessages()
  return (
    <>
      <span className={css['details']}>
        <TruncatedName name={name} />
        <small>{viewSummary(view, t)}</small>
      </span>
      <Button small ref={ref} aria-label={messages.applyNamed(name)} onClick={onUse}>
        {messages.apply}
      </Button>
      <MoreMenu
        name={messages.actionsFor(name)}
        small
        entries={[
          { key: 'rename', label: messages.rename, onSelect: onRename },
          {
            key: 'delete',
            label: messages.delete,
            onSelect: onDelete,
            danger: true,
          },
        ]}
      />
    </>
  )
}
